import type { FlexPayBody } from '#api/endpoints/arrangements/get-flex-pay.ts';
import type { LoanBody } from '#api/loan-body.ts';
import { Explain } from '#client-area/explain/explain.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { Note } from '#ui/note/note.tsx';
import type { FlexPayTextKey } from './texts.ts';

interface Props extends ScreenProps<FlexPayTextKey> {
  readonly flex: FlexPayBody;
  readonly loan: LoanBody;
}

/** A running flex pay: the balance, this month's minimum, and the discounted settlement. */
export function RunningFlex({ flex, loan, say }: Props) {
  const { paidSoFar, nextMinimum, finalDate, settlement, minPayment, status, terms } = flex;
  const soles = (amount: number | null) => formatSoles(fromSoles(amount ?? 0));
  return (
    <div className="stack-l">
      {status === 'AT_RISK' && (
        <Note look="bad" title={say('flex_at_risk')}>
          <p>{say('flex_at_risk_text')}</p>
        </Note>
      )}
      <section className="card edge">
        <div className="weave" aria-hidden="true" />
        <h2 className="h3">{say('flex_running')}</h2>
        <div className="lead-figures">
          <div>
            <p className="small mute">{say('flex_left')}</p>
            <p>
              <ExplainedSum
                terms={termsOnWire(terms)}
                totalCents={fromSoles(loan.totalOutstanding)}
                size="xl"
                say={say}
              />
            </p>
          </div>
          <KeyValues
            look="side"
            items={[
              { name: say('flex_paid'), value: soles(paidSoFar) },
              ...(finalDate ? [{ name: say('flex_until'), value: formatDate(finalDate) }] : []),
              { name: say('flex_minimum'), value: soles(minPayment) },
            ]}
          />
        </div>
        {nextMinimum && (
          <p className="pay-now">
            <Explain terms={termsOnWire(nextMinimum.terms)} say={say}>
              {say('flex_next', { amount: soles(nextMinimum.amount), date: formatDate(nextMinimum.date) })}
            </Explain>
          </p>
        )}
        <p className="pay-now">
          <a className="btn" href={screenHref('profile-components-payment-repay-loan', { purpose: 'FLEX' })}>
            {nextMinimum ? say('flex_pay', { amount: soles(nextMinimum.amount) }) : say('flex_pay_any')}
          </a>
        </p>
      </section>
      {settlement && (
        <Note title={say('flex_settlement', { amount: soles(settlement.amount) })}>
          <p>
            {say('flex_settlement_text', {
              discount: soles(settlement.discount),
              date: formatDate(settlement.validUntil),
            })}
          </p>
          <p>
            <ExplainedSum terms={termsOnWire(settlement.terms)} totalCents={fromSoles(settlement.amount)} say={say} />
          </p>
          <p>
            <a href={screenHref('profile-components-payment-repay-loan', { purpose: 'FLEX', settle: 'yes' })}>
              {say('flex_settle')}
            </a>
          </p>
        </Note>
      )}
    </div>
  );
}
