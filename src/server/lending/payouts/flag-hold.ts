import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { undecidedFlags } from '#server/lending/fraud/flag-hold.ts';

/** Whether no undecided flag lies on an order's client (decision 0146); a refund does not wait. */
export function isNotFlagged(): RawBuilder<SqlBool> {
  const personId = sql`(select loan.person_id from loan where loan.id = loan_id)`;
  return sql<SqlBool>`(status <> 'QUEUED' or not exists (${undecidedFlags(personId)}))`;
}
