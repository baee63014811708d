import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { undecidedFlags } from '#server/lending/fraud/flag-hold.ts';

/**
 * A condition: the client of an order, a row with a `loan_id`, does not have a flag of fraud that people have still to
 * decide about (decision 0146). A refund does not wait, because it is the client's own money.
 */
export function isNotFlagged(): RawBuilder<SqlBool> {
  const personId = sql`(select loan.person_id from loan where loan.id = loan_id)`;
  return sql<SqlBool>`(status <> 'QUEUED' or not exists (${undecidedFlags(personId)}))`;
}
