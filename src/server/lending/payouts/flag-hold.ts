import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { undecidedFlags } from '#server/lending/fraud/flag-hold.ts';

/**
 * Whether no flag of fraud that people have not decided about lies on the client of an order, a row with a `loan_id` (decision
 * 0146). A refund is the client's own money and does not wait.
 */
export function isNotFlagged(): RawBuilder<SqlBool> {
  const personId = sql`(select loan.person_id from loan where loan.id = loan_id)`;
  return sql<SqlBool>`(status <> 'QUEUED' or not exists (${undecidedFlags(personId)}))`;
}
