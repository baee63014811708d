import { sql } from 'kysely';
import { decideRemainderWaiver } from '#loan/agreements.ts';
import { calendarDate } from '#loan/calendar.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type LoanContext, withLoan } from './with-loan.ts';

/**
 * Waives a remainder that is too small to collect once the loan's last day has passed, so that a loan paid but for a
 * few céntimos is closed (decision 0030).
 * @returns how many
 */
export async function waiveRemainders(context: LoanContext): Promise<number> {
  let waived = 0;
  for (const id of await readLoansPastTheirTerm(context)) {
    try {
      if (await waiveOne(context, id)) waived += 1;
    } catch (error) {
      // A loan that fails does not stop the others; it is retried the next night.
      context.log.error({ err: error, loanId: id }, 'a remainder could not be waived');
    }
  }
  return waived;
}

/**
 * Owing S/ 1.00 or less is not being late: such a loan is PERFORMING although its contract's last day has passed. A plan
 * and a flex pay have a last day of their own, which the decision looks at.
 */
async function readLoansPastTheirTerm({ db, clock }: LoanContext): Promise<string[]> {
  const today = calendarDate(clock.businessDate());
  const { rows } = await sql<{ id: string }>`
    select id from loan
    where status in ('PAYMENT_PLAN', 'FLEX')
      or (status = 'PERFORMING' and value_date is not null
        and case terms ->> 'productType'
              when 'SINGLE_PAY' then value_date + (terms ->> 'term')::int
              else (value_date + make_interval(months => (terms ->> 'term')::int))::date
            end < ${today}::date)
    order by id`.execute(db.kysely);
  return rows.map(({ id }) => id);
}

async function waiveOne(context: LoanContext, id: string): Promise<boolean> {
  const done = await withLoan(context, { id }, async (locked) => {
    const { loan, day, now } = locked;
    const ref = uuidv7(now);
    const waiver = decideRemainderWaiver(loan, ref, day);
    if (waiver.kind === 'refused') return false;
    await locked.save(waiver, { kind: 'remainder-waived', ref });
    return true;
  });
  return done === true;
}
