import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { ageOn } from '#loan/age.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { DecidedApplication } from '../underwriting/measured-effect.ts';
import type { DecisionSnapshot } from '../underwriting/snapshot.ts';
import { openSnapshot } from './decision-store.ts';

interface Row {
  readonly id: string;
  readonly application: string;
  readonly outcome: DecidedApplication['outcome'];
  readonly snapshot: string | null;
  readonly key: string | null;
  readonly isApprovedByPeople: boolean;
}

/** Snapshots that are opened before others get their turn. */
const AT_ONCE = 200;

/**
 * Reads what the rules decided in a span of days, each application once, by its last decision that was more than a
 * question. Of erased people the outcome is known, and neither age nor place.
 */
export async function decidedApplications(
  db: Db,
  vault: Vault,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<DecidedApplication[]> {
  const decided: DecidedApplication[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; await setImmediate()) {
    const rows = await readRows(db, { from, to, after });
    decided.push(...rows.map((row) => toDecided(vault, row)));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return decided;
    after = last.application;
  }
}

async function readRows(
  db: Db,
  { from, to, after }: { readonly from: string; readonly to: string; readonly after: string },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select distinct on (decision.application_id) decision.id, decision.application_id as application, outcome,
      snapshot_sealed as snapshot, person.data_key as key, exists (
        select from decision as later where later.application_id = decision.application_id
          and later.decided_by <> 'engine' and later.outcome = 'APPROVE' and later.at >= decision.at
      ) as "isApprovedByPeople"
    from decision
      join application on application.id = decision.application_id
      join person on person.id = application.person_id
    where decided_by = 'engine' and outcome <> 'NEED_INFO'
      and decision.business_date between ${from} and ${to} and decision.application_id > ${after}
    order by decision.application_id, decision.at desc, decision.id desc limit ${AT_ONCE}`.execute(db);
  return rows;
}

function toDecided(vault: Vault, { id, outcome, snapshot, key, isApprovedByPeople }: Row): DecidedApplication {
  if (snapshot === null || key === null) return { outcome, isApprovedByPeople };
  const { client, today }: DecisionSnapshot = openSnapshot(vault.withKey(key), id, snapshot);
  return { outcome, isApprovedByPeople, age: ageOn(client.birthDate, today), ubigeo: client.ubigeo };
}
