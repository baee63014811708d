import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a payout row is work: it left already, or no change of contact or account is open (decision 0116). */
export function mayLeave(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(status <> 'QUEUED' or not exists (
    select from contact_change join loan on loan.person_id = contact_change.person_id
    where loan.id = loan_id and contact_change.status in ('SENT', 'PENDING')))`;
}
