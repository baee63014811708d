import { useEffect, useState } from 'react';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { PaymentPage } from '#client-area/loan-parts/payment-page.tsx';
import { WaitingPayment } from '#client-area/loan-parts/waiting-payment.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $hasNetwork } from '#stores/online.ts';
import { Note } from '#ui/note/note.tsx';
import { type CardFormAction, createCardForm } from './card-form.store.ts';
import type { NiubizTextKey } from './texts.ts';

type Props = ScreenProps<NiubizTextKey>;

/** Payment by card: amount and purpose, then the provider's form. This page has a security policy of its own. */
export function Screen(props: Props) {
  const { say, locale } = props;
  return (
    <div className="wrap form-page">
      <PaymentPage {...props} here="profile-components-niubiz-method" title={say('niubiz_title')}>
        {(payment, watch, isStale) => (
          <WaitingPayment
            payment={payment}
            watch={watch}
            locale={locale}
            title={say('niubiz_title')}
            lead={say('niubiz_lead')}
            isQuiet
            how={
              <ul className="ruled">
                <li>{say('niubiz_points_once')}</li>
                <li>{say('niubiz_points_back')}</li>
                <li>{say('niubiz_points_bank')}</li>
              </ul>
            }
            say={say}
          >
            {payment.action?.type === 'CARD_FORM' && !isStale && (
              <Open action={payment.action} amount={solesText(payment.amount)} say={say} />
            )}
          </WaitingPayment>
        )}
      </PaymentPage>
    </div>
  );
}

interface OpenProps extends Pick<Props, 'say'> {
  readonly action: CardFormAction;
  readonly amount: string;
}

function Open({ action, amount, say }: OpenProps) {
  const [form] = useState(createCardForm);
  const state = useStore(form.$state);
  const hasNetwork = useStore($hasNetwork);
  useEffect(() => {
    window.addEventListener('pageshow', form.reset);
    return () => window.removeEventListener('pageshow', form.reset);
  }, [form]);
  const isOff = state === 'opening' || !hasNetwork;
  return (
    <div className="stack-s">
      <button
        type="button"
        className="btn big wide"
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && form.open(action)}
      >
        {state === 'opening' ? say('niubiz_opening') : say('niubiz_open', { amount })}
      </button>
      <div role="alert" className="doubt">
        {state === 'failed' && (
          <Note look="bad" title={say('niubiz_failed')}>
            <p>{say('niubiz_failed_text')}</p>
          </Note>
        )}
      </div>
    </div>
  );
}
