import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * A condition: the payout, a row with a `loan_id`, is work, because it has left already or its client has no open
 * change of e-mail, telephone or bank account (decision 0116).
 */
export function mayLeave(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(status <> 'QUEUED' or not exists (
    select from contact_change join loan on loan.person_id = contact_change.person_id
    where loan.id = loan_id and contact_change.status in ('SENT', 'PENDING')))`;
}
