import type { LoanBody } from '#api/loan-body.ts';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { dueTerms, runningPlanTerms } from '#client-area/explain/loan-terms.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { Note } from '#ui/note/note.tsx';
import { planRows } from './plan-figures.ts';
import { PlanPayments } from './plan-payments.tsx';
import type { PlanTextKey } from './plan-texts.ts';

interface Props extends Pick<ScreenProps<PlanTextKey>, 'say'> {
  readonly loan: LoanBody;
  readonly plan: NonNullable<LoanBody['plan']>;
}

/** The client's plan: the next payment, what was paid, and all payments. */
export function RunningPlan({ loan, plan, say }: Props) {
  const { next, status } = plan;
  return (
    <div className="stack-l">
      {status === 'AT_RISK' && (
        <Note look="bad" title={say('plan_at_risk')}>
          <p>{say('plan_at_risk_text')}</p>
        </Note>
      )}
      <section className="card edge">
        <div className="weave" aria-hidden="true" />
        <h2 className="h3">{say('plan_running')}</h2>
        <div className="lead-figures">
          {next && (
            <div>
              <p className="small mute">{say('plan_next', { date: formatDate(next.date) })}</p>
              <p>
                <ExplainedSum terms={dueTerms(loan)} totalCents={fromSoles(next.amount)} size="xl" say={say} />
              </p>
            </div>
          )}
          <KeyValues
            look="side"
            items={[
              {
                name: say('plan_total'),
                value: <ExplainedSum terms={runningPlanTerms(loan)} totalCents={fromSoles(plan.total)} say={say} />,
              },
              { name: say('plan_paid'), value: formatSoles(fromSoles(plan.paid)) },
            ]}
          />
        </div>
        {next && (
          <p className="pay-now">
            <a className="btn" href={screenHref('profile-components-payment-repay-loan')}>
              {say('plan_pay', { amount: formatSoles(fromSoles(next.amount)) })}
            </a>
          </p>
        )}
      </section>
      <section className="stack" aria-label={say('plan_table')}>
        <PlanPayments rows={planRows(plan)} say={say} />
        <p>
          <a className="tapl" href={screenHref('modals-payment-plan-schedule')}>
            {say('plan_schedule_link')}
          </a>
        </p>
      </section>
    </div>
  );
}
