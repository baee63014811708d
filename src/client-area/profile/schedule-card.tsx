import type { LoanBody } from '#api/loan-body.ts';
import { AllocationTable } from '#client-area/loan/allocation-table.tsx';
import { amountText, solesText } from '#client-area/loan/money-text.ts';
import { DueRows, ScheduleList } from '#client-area/loan/schedule-list.tsx';
import { type LoanRow, loanRows, partsOfRow } from '#client-area/loan/schedule-rows.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles, subtract, sum } from '#loan/money.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly loan: LoanBody;
}

/** The schedule, of the plan if there is one. */
export function ScheduleCard({ loan, say }: Props) {
  const plan = loan.status === 'PAYMENT_PLAN' ? loan.plan : null;
  return (
    <section className="card stack sch grow" aria-labelledby="profile-schedule">
      <div className="apart">
        <h2 className="h3" id="profile-schedule">
          {say(loan.schedule.length === 1 && !plan ? 'profile_schedule_single' : 'profile_schedule')}
        </h2>
        <a className="tapl small" href={screenHref(plan ? 'modals-payment-plan-schedule' : 'modals-payment-schedule')}>
          {say('profile_table')}
        </a>
      </div>
      {plan ? <Plan plan={plan} say={say} /> : <Rows rows={loanRows(loan.schedule)} say={say} />}
    </section>
  );
}

/** A single bar is replaced by its parts. */
function Rows({ rows, say }: Pick<Props, 'say'> & { readonly rows: readonly LoanRow[] }) {
  const [row] = rows;
  if (!row || rows.length > 1) return <ScheduleList rows={rows} say={say} />;
  return (
    <AllocationTable
      parts={partsOfRow(row)}
      totalCents={row.totalCents}
      totalName={say('loan_column_total')}
      caption={say('profile_schedule_single')}
      say={say}
    >
      {row.unpaidCents < row.totalCents && (
        <tr>
          <th scope="row" className="strong">
            {say('loan_column_unpaid')}
          </th>
          <td className="strong">{formatSoles(row.unpaidCents)}</td>
        </tr>
      )}
    </AllocationTable>
  );
}

function Plan({ plan, say }: Pick<Props, 'say'> & { readonly plan: NonNullable<LoanBody['plan']> }) {
  const rows = plan.payments.map(({ number, dueDate, total, paid }) => ({
    number,
    dueDate,
    totalCents: fromSoles(total),
    unpaidCents: subtract(fromSoles(total), fromSoles(paid)),
  }));
  return <DueRows rows={rows} name="schedule_row_payment" say={say} />;
}

/** What is due of a late loan, part by part. */
export function DueParts({ loan, say }: Props) {
  const parts = partsOfRow({
    principalCents: fromSoles(loan.principalDue),
    interestCents: fromSoles(loan.interestDue),
    feesCents: fromSoles(loan.totalFeesDue),
    vatCents: fromSoles(loan.vatDue),
    moratoryCents: fromSoles(loan.moratoryDue),
  });
  return (
    <section className="card flat stack" aria-labelledby="profile-parts">
      <h2 className="h3" id="profile-parts">
        {say('profile_schedule_single')}
      </h2>
      <AllocationTable
        parts={parts}
        totalCents={sum(...parts.map(({ amountCents }) => amountCents))}
        totalName={say('loan_column_total')}
        caption={say('profile_schedule_single')}
        say={say}
      >
        {loan.unappliedCredit > 0 && (
          <tr>
            <th scope="row">{say('loan_part_credit')}</th>
            <td>{amountText(-loan.unappliedCredit)}</td>
          </tr>
        )}
      </AllocationTable>
      {loan.moratoryDue > 0 && (
        <p className="small mute">{say('profile_moratory', { amount: solesText(loan.moratoryDue) })}</p>
      )}
    </section>
  );
}
