import type { Db } from '#server/kit/tables.ts';
import type { Services } from '#server/lending/services.ts';
import { type Colleague, ROLES } from '#server/lending/staff/colleague.ts';
import { findColleague, insertColleague, openColleagueSession } from '#server/lending/staff/colleague-store.ts';
import { StaffSessions } from './staff-sessions.ts';

/** The sandbox's colleagues. Each may do everything, so that every command can be tried; what takes two takes both. */
const DEMO: readonly Omit<Colleague, 'id' | 'roles'>[] = [
  { login: 'ana', name: 'Ana Torres' },
  { login: 'luis', name: 'Luis Rojas' },
];
/** Nobody is signed out while trying something. */
const LASTS_MS = 30 * 86_400_000;

/** Makes the two colleagues once and signs them in on this machine; commands act as the first unless `--as` says otherwise. */
export async function signDemoColleaguesIn({ db, clock }: Services, dataDir: string, url: string): Promise<void> {
  const sessions = new StaffSessions(dataDir, url);
  const now = clock.now();
  for (const [place, demo] of DEMO.entries()) {
    const session = await db.kysely.transaction().execute(async (trx) => {
      const colleagueId = await idOf(trx, demo, now);
      // A role may be made to ask for a passkey here too: they have no password with which to add one.
      const entry = { caller: '127.0.0.1', now, isProved: true };
      return openColleagueSession(trx, { ...entry, colleagueId, lastsMs: LASTS_MS });
    });
    sessions.keep(demo.login, session.token, { isCurrent: place === 0 });
  }
}

/** A session of the first one at the desk: as long as a colleague's own. */
export async function demoDeskToken({ db, clock }: Services): Promise<string> {
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const colleagueId = await idOf(trx, DEMO[0] as (typeof DEMO)[number], now);
    return (await openColleagueSession(trx, { colleagueId, caller: '127.0.0.1', now, isProved: true })).token;
  });
}

async function idOf(db: Db, demo: (typeof DEMO)[number], now: number): Promise<string> {
  const made = await insertColleague(db, { ...demo, roles: ROLES }, now);
  const id = made ?? (await findColleague(db, demo.login))?.id;
  if (id === undefined) throw new Error(`${demo.login} has no account`);
  return id;
}
