import type { LoanBody } from '#api/loan-body.ts';
import { DueRows } from '#client-area/loan-parts/schedule-list.tsx';
import { loanRows, planDueRows } from '#client-area/loan-parts/schedule-rows.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { isLate } from './profile.store.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly loan: LoanBody;
}

/**
 * The dates of the loan, or of its plan if there is one, and the way to what each is made up of. While it is late a phone has
 * the way out first, and the dates one press away.
 */
export function ScheduleCard({ loan, say }: Props) {
  const plan = loan.status === 'PAYMENT_PLAN' ? loan.plan : null;
  const count = (plan?.payments ?? loan.schedule).length;
  return (
    <section className={isLate(loan) ? 'card sch desk' : 'card sch'} aria-labelledby="profile-schedule">
      <div className="apart">
        <h2 className="h3" id="profile-schedule">
          {say('profile_schedule')}
        </h2>
        <a className="tapl small" href={screenHref(plan ? 'modals-payment-plan-schedule' : 'modals-payment-schedule')}>
          {/* A phone shows the next four dates. */}
          {count > 1 ? say('profile_table_all', { count }) : say('profile_table')}
        </a>
      </div>
      {plan ? (
        <DueRows rows={planDueRows(plan)} name="schedule_row_payment" say={say} />
      ) : (
        <DueRows rows={loanRows(loan.schedule)} name="schedule_row_number" say={say} />
      )}
    </section>
  );
}
