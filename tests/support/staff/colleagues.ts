import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { hashOf } from '#server/kit/secret.ts';
import type { Tables } from '#server/kit/tables.ts';
import { newTotpSecret, totpCode } from '#server/kit/totp.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Vault } from '#server/kit/vault.ts';
import { METRICS_PATH } from '#server/lending/metrics.ts';
import { type Colleague, ROLES, type Role } from '#server/lending/staff/colleague.ts';
import { findColleague } from '#server/lending/staff/colleague-store.ts';
import { sealSecondFactor } from '#server/lending/staff/second-factor.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';

/** A session that does not end when a test moves the clock. */
const NEVER = new Date('9000-01-01');
/** The account of a caller who gives no name. */
const SOMEBODY = 'operator';

export interface TestColleague extends Colleague {
  readonly headers: Readonly<Record<string, string>>;
}

/** An account that is signed in, the same whenever it is asked for; with every role unless told. */
export async function aColleague(
  { kysely }: Pick<Database<Tables>, 'kysely'>,
  login: string = SOMEBODY,
  roles: readonly Role[] = ROLES,
  now = Date.now(),
): Promise<TestColleague> {
  const token = hashOf(`session of ${login}`).slice(0, 43);
  await kysely
    .insertInto('colleague')
    .values({ id: uuidv7(now), login, name: login, roles: [...roles], created_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = (await findColleague(kysely, login)) as { readonly id: string };
  const at = new Date(now);
  await kysely
    .insertInto('colleague_session')
    .values({
      id: uuidv7(now),
      colleague_id: id,
      token_hash: hashOf(token),
      caller: 'test',
      created_at: at,
      idle_until: NEVER,
      expires_at: NEVER,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { id, login, name: login, roles, headers: { authorization: `Bearer ${token}` } };
}

/**
 * Signs in whoever a test says acts, by `X-Operator` and the token of the tests: each name is an account of its own
 * with every role, signed in before the call. Without the token a call goes as it is.
 */
export function withColleagues<App extends Pick<HttpApp, 'request'>>(
  app: App,
  db: Database<Tables>,
  testToken: string | undefined,
): App {
  const request = app.request.bind(app);
  app.request = async (input, init, ...more) => {
    const headers = new Headers(init?.headers);
    const { pathname } = new URL(String(input), 'http://localhost');
    // Monitors are machines, and ask while the database is away.
    const isStaff = pathname.startsWith(`${STAFF_PATH}/`) && pathname !== METRICS_PATH;
    if (!isStaff || testToken === undefined || headers.get('authorization') !== `Bearer ${testToken}`) {
      return request(input, init, ...more);
    }
    const colleague = await aColleague(db, decodeURIComponent(headers.get('x-operator') ?? SOMEBODY));
    headers.set('authorization', colleague.headers['authorization'] ?? '');
    headers.delete('x-operator');
    return request(input, { ...init, headers }, ...more);
  };
  return app;
}

/** A passkey of an account that nobody can use: it is somewhere else. */
export async function aPasskey({ kysely }: Pick<Database<Tables>, 'kysely'>, colleagueId: string): Promise<void> {
  const id = uuidv7(Date.now());
  const unused = { last_used_at: null, removed_at: null, counter: 0, transports: [], created_at: new Date() };
  const named = { credential_id: id, public_key: Buffer.alloc(1), user_handle: id, rp_id: 'localhost', name: 'Llave' };
  await kysely
    .insertInto('colleague_passkey')
    .values({ id, colleague_id: colleagueId, ...named, ...unused })
    .execute();
}

const PASSWORD = 'ocho llamas cruzan el puente';

/** Everything that a colleague types to sign in; password and second factor are as if they had just been chosen. */
export async function signInOf(
  { db, vault, clock }: { readonly db: Database<Tables>; readonly vault: Vault; readonly clock: Pick<Clock, 'now'> },
  login: string,
): Promise<{ readonly login: string; readonly password: string; readonly code: string }> {
  const { id } = await aColleague(db, login);
  const secret = newTotpSecret();
  const chosen = {
    password_hash: await hashPassword(PASSWORD),
    second_factor_sealed: sealSecondFactor(vault, id, secret),
    last_step: 0,
  };
  await db.kysely.updateTable('colleague').set(chosen).where('id', '=', id).execute();
  return { login, password: PASSWORD, code: totpCode(secret, clock.now()) };
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for this secret. */
export function codeOfApp(uri: unknown, nowMs: number): string {
  const text = new URL(String(uri)).searchParams.get('secret') ?? '';
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  return totpCode(Uint8Array.from(bytes), nowMs);
}
