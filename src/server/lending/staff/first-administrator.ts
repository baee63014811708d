import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import { recordAudit } from './audit-store.ts';
import { insertColleague, inviteColleague, listColleagues, lockColleague } from './colleague-store.ts';
import type { EndVisits } from './staff-sign-in.ts';

export type FirstAdministrator =
  | { readonly kind: 'invited'; readonly invitation: string }
  /** Two administrators can sign in: from then on they add and invite colleagues themselves. */
  | { readonly kind: 'enough'; readonly logins: readonly string[] }
  | { readonly kind: 'no-administrator' };

/** Number of administrators that it takes to add a colleague. */
const ENOUGH = 2;

/**
 * Creates the first two administrators. They come from the person who holds the database, because nobody could approve
 * them; so does the way back in when fewer than two are left. It goes on record as the machine's act.
 */
export function inviteFirstAdministrator(
  db: Kysely<Tables>,
  { login, name }: { readonly login: string; readonly name: string },
  now: number,
  endVisits: EndVisits,
): Promise<FirstAdministrator> {
  return db.transaction().execute(async (trx): Promise<FirstAdministrator> => {
    const known = await lockColleague(trx, login);
    if (known && (!known.roles.includes('admin') || known.locked_at !== null)) return { kind: 'no-administrator' };
    const others = (await listColleagues(trx)).filter(
      ({ id, roles, locked_at, password_hash }) =>
        id !== known?.id && roles.includes('admin') && locked_at === null && password_hash !== null,
    );
    if (others.length >= ENOUGH) return { kind: 'enough', logins: others.map((one) => one.login) };
    const id = known?.id ?? (await insertColleague(trx, { login, name, roles: ['admin'] }, now));
    if (id === undefined) return { kind: 'no-administrator' };
    const invitation = await inviteColleague(trx, id, now);
    await endVisits(trx, id, now);
    const subject = `colleague:${id}`;
    await recordAudit(trx, { actor: 'machine:database', action: 'colleague.first-administrator', subject, at: now });
    return { kind: 'invited', invitation };
  });
}
