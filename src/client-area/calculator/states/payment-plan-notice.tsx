import { screenHref } from '#client-area/router.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { nextFact, outstandingFact, payHref } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

const soles = (amount: number) => formatSoles(fromSoles(amount));

/** A running payment plan: how many payments it has, the next one, and a way to pay. */
export function PaymentPlanNoticeState({ situation: { loan }, isStale, say }: StateProps) {
  if (!loan) return null;
  const { plan } = loan;
  const next = plan?.next;
  return (
    <Notice
      tag={say('client_calc_tag_plan')}
      icon="calendar"
      look="soon"
      title={say('client_calc_plan_title')}
      text={say('client_calc_plan_text', { amount: soles(loan.totalOutstanding) })}
      facts={[outstandingFact(loan, say), ...nextFact(loan, 'client_calc_plan_next', next, say)]}
      actions={
        <>
          {!isStale && (
            <a className="btn" href={payHref(loan)}>
              {next ? say('client_calc_pay_amount', { amount: soles(next.amount) }) : say('client_calc_pay')}
            </a>
          )}
          <a className="btn quiet" href={screenHref('profile-cards-payment-plan')}>
            {say('client_calc_plan_go')}
          </a>
        </>
      }
    >
      {plan && (
        <p className="small">
          {say('client_calc_plan_picture', {
            count: plan.payments.length,
            paid: soles(plan.paid),
            total: soles(plan.total),
          })}
        </p>
      )}
    </Notice>
  );
}
