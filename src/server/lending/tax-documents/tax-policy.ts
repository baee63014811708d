import type { CalendarDate } from '#loan/calendar.ts';
import type { Db } from '#server/kit/tables.ts';
import { type TaxPolicy, taxOf } from '#server/lending/parameters/policies.ts';

/** Issuer and rules as in force on a date; read with the connection of the caller, which may be in a transaction. */
export type PolicyOn = (db: Db, date: CalendarDate) => Promise<TaxPolicy>;

/** Reads the policy of each date that is asked for, once. Throws a `PolicyError` when none is in force. */
export function policyReader(): PolicyOn {
  const known = new Map<string, TaxPolicy>();
  return async (db, date) => {
    const policy = known.get(date) ?? taxOf(await readRows(db, date));
    known.set(date, policy);
    return policy;
  };
}

function readRows(db: Db, date: CalendarDate) {
  return db
    .selectFrom('parameter')
    .select(['kind', 'key', 'value', 'valid_from as validFrom', 'valid_to as validTo'])
    .where('kind', '=', 'policy')
    .where('key', '=', 'tax-documents')
    .where('valid_from', '<=', date)
    .where((row) => row.or([row('valid_to', 'is', null), row('valid_to', '>=', date)]))
    .execute();
}
