import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';

/** A dated figure as stored; `parameters.ts` interprets the value. */
export interface ParameterRow {
  readonly kind: string;
  readonly key: string;
  readonly value: unknown;
  /** First and last day in force, both included; null: until further notice. */
  readonly validFrom: string;
  readonly validTo: string | null;
}

export interface NewParameter extends ParameterRow {
  readonly approvedBy: string;
  /** The proposal that two accounts approved; none for what a new lender starts with. */
  readonly proposalId?: string;
}

/** Incremented with every change of any parameter. */
export async function readParameterVersion(db: Kysely<Tables>): Promise<number> {
  return (await db.selectFrom('parameter_version').select('version').executeTakeFirstOrThrow()).version;
}

/**
 * Reads the parameters in force on a date with the version they belong to, in one snapshot, and the last rate caps
 * that ended before the date (the sandbox carries them forward).
 */
export function readParameters(
  db: Kysely<Tables>,
  date: string,
): Promise<{ readonly version: number; readonly inForce: ParameterRow[]; readonly endedCaps: ParameterRow[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const rows = trx
        .selectFrom('parameter')
        .select(['kind', 'key', 'value', 'valid_from as validFrom', 'valid_to as validTo']);
      return {
        version: await readParameterVersion(trx),
        inForce: await rows
          .where('valid_from', '<=', date)
          .where((where) => where.or([where('valid_to', 'is', null), where('valid_to', '>=', date)]))
          .orderBy('kind')
          .orderBy('key')
          .execute(),
        endedCaps: await readEndedCaps(trx, date),
      };
    });
}

/** The rate caps that ended before a date, newest first. */
export async function readEndedCaps(db: Kysely<Tables>, date: string): Promise<ParameterRow[]> {
  return db
    .selectFrom('parameter')
    .select(['kind', 'key', 'value', 'valid_from as validFrom', 'valid_to as validTo'])
    .where('kind', '=', 'rate_cap')
    .where('valid_to', '<', date)
    .orderBy('valid_to', 'desc')
    .execute();
}

/** Adds parameters. The database refuses one that overlaps another of the same kind and key (SQLSTATE 23P01). */
export async function insertParameters(
  db: Kysely<Tables>,
  parameters: readonly NewParameter[],
  now: number,
): Promise<void> {
  await db
    .insertInto('parameter')
    .values(
      parameters.map(({ kind, key, value, validFrom, validTo, approvedBy, proposalId }) => ({
        id: uuidv7(now),
        kind,
        key,
        value: JSON.stringify(value),
        valid_from: validFrom,
        valid_to: validTo,
        approved_by: approvedBy,
        proposal_id: proposalId ?? null,
      })),
    )
    .execute();
}

/** Tells whether any parameter of a kind and key was ever loaded, whatever its dates. */
export async function readKnownParameters(db: Kysely<Tables>): Promise<Pick<ParameterRow, 'kind' | 'key'>[]> {
  return db.selectFrom('parameter').select(['kind', 'key']).distinct().execute();
}

/** Every row that is in force on or after a date: today's figures and what is planned. */
export async function readParametersFrom(db: Kysely<Tables>, date: string): Promise<ParameterRow[]> {
  return parametersFrom(db, date).orderBy('kind').orderBy('key').orderBy('valid_from').execute();
}

const KEYS = { kind: 'word', key: 'word', validFrom: 'date' } as const;
export const isParameterPlace = placesOf(KEYS);

/** Lists the rows in force on a date or later, of every parameter or of some, page by page. */
export function listParametersFrom(
  db: Kysely<Tables>,
  date: string,
  { kinds, key }: { readonly kinds?: readonly string[] | undefined; readonly key?: string | undefined } = {},
): ListSource<ParameterRow> {
  const rows = parametersFrom(db, date)
    .$if(kinds !== undefined, (of) => of.where('kind', 'in', kinds ?? []))
    .$if(key !== undefined, (of) => of.where('key', '=', key ?? ''));
  return keyset(db, { rows, keys: KEYS }, (stored) => stored);
}

function parametersFrom(db: Kysely<Tables>, date: string) {
  return db
    .selectFrom('parameter')
    .select(['kind', 'key', 'value', 'valid_from as validFrom', 'valid_to as validTo'])
    .where((where) => where.or([where('valid_to', 'is', null), where('valid_to', '>=', date)]));
}

/** Lets a row end on a day. */
export async function endParameter(
  db: Kysely<Tables>,
  { kind, key, validFrom }: Pick<ParameterRow, 'kind' | 'key' | 'validFrom'>,
  lastDay: string,
): Promise<void> {
  await db
    .updateTable('parameter')
    .set({ valid_to: lastDay })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('valid_from', '=', validFrom)
    .execute();
}
