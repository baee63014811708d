import { CodeCard } from '#client-area/loan/code-card.tsx';
import { solesText } from '#client-area/loan/money-text.ts';
import { PaymentPage } from '#client-area/loan/payment-page.tsx';
import { WaitingPayment } from '#client-area/loan/waiting-payment.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { BcpAgenteTextKey } from './texts.ts';

/** Cash at an agent: the code to read out, and the next steps. */
export function Screen(props: ScreenProps<BcpAgenteTextKey>) {
  const { say, locale } = props;
  return (
    <div className="wrap form-page">
      <PaymentPage {...props} here="profile-components-bcp-agente-method" title={say('agente_title')}>
        {(payment, watch) => (
          <WaitingPayment
            payment={payment}
            watch={watch}
            locale={locale}
            title={say('agente_title')}
            lead={say('agente_lead')}
            how={
              <section className="stack-s">
                <h2 className="h3">{say('agente_how')}</h2>
                <ol className="how">
                  <li>{say('agente_step_go')}</li>
                  <li>{say('agente_step_say')}</li>
                  <li>{say('agente_step_pay', { amount: solesText(payment.amount) })}</li>
                  <li>{say('agente_step_done')}</li>
                </ol>
                {payment.method === 'PAGOEFECTIVO' && <p className="small mute">{say('agente_elsewhere')}</p>}
              </section>
            }
            say={say}
          >
            {payment.action?.type === 'CODE' && <CodeCard {...payment.action} say={say} />}
          </WaitingPayment>
        )}
      </PaymentPage>
    </div>
  );
}
