import type { LoanBody } from '#api/loan-body.ts';
import { screenHref } from '#client-area/router.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { Timeline, type TimelineItem } from '#ui/timeline/timeline.tsx';
import { nextFact, outstandingFact, payHref } from '../loan-facts.tsx';
import { Notice } from '../notice.tsx';
import type { StateProps } from '../state-props.ts';

const soles = (amount: number) => formatSoles(fromSoles(amount));

/** A payment plan runs: its payments as a picture, the next one, and a way to pay. */
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
        <Timeline
          items={itemsOf(plan)}
          label={say('client_calc_plan_picture', {
            count: plan.payments.length,
            paid: soles(plan.paid),
            total: soles(plan.total),
          })}
        />
      )}
    </Notice>
  );
}

/** Paid, the next one, later ones. */
function itemsOf({ payments }: NonNullable<LoanBody['plan']>): TimelineItem[] {
  const next = payments.findIndex(({ paid, total }) => paid < total);
  return payments.map(({ dueDate, total }, index) => ({
    when: formatDate(dueDate).slice(0, 5),
    what: formatAmount(fromSoles(total)),
    state: next === -1 || index < next ? 'done' : index === next ? 'next' : 'later',
  }));
}
