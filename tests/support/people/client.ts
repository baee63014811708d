import { argon2Sync } from 'node:crypto';
import { AUTH_COOKIE, BIND_COOKIE } from '#api/access.ts';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { storePassword } from '#server/lending/people/store/credential-store.ts';
import { callEndpoint, type TestLending } from '../lending/lending-app.ts';
import { codeTo } from '../messages/messages.ts';
import { aBorrower, type Borrower, type BorrowerOptions } from './borrower.ts';

export const PASSWORD = 'tres llamas cruzan el puente';

/**
 * As the product stores it, at the least cost: a password is checked at the cost it was stored with, and the product's
 * is 46 ms of processor time for each of hundreds of attempts. Who registers or changes a password pays that.
 */
const hash = storedAtLeastCost(PASSWORD);

function storedAtLeastCost(password: string): string {
  const nonce = Buffer.from('salt of the tests');
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 } as const;
  const [salt, tag] = [nonce, argon2Sync('argon2id', { ...cost, message: password, nonce })].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  );
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${tag}`;
}

/** A client as registration leaves them: proven telephone, password, and a session that ends as sessions end. */
export async function aClient(lending: TestLending, options: BorrowerOptions = {}): Promise<Borrower> {
  const client = await aBorrower(lending, { session: 'real', ...options });
  await storePassword(lending.db.kysely, client.personId, hash, lending.clock.now());
  return client;
}

/** Makes a client with the password at the product's cost, for tests that time an attempt. */
export async function aClientToTime(lending: TestLending, options: BorrowerOptions = {}): Promise<Borrower> {
  const client = await aClient(lending, options);
  await storePassword(lending.db.kysely, client.personId, await hashPassword(PASSWORD), lending.clock.now());
  return client;
}

/** Cookies that a browser keeps between two calls. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();
  /** Each `Set-Cookie` as it came, the newest last. */
  readonly lines: string[] = [];

  take(headers: Headers): this {
    for (const line of headers.getSetCookie()) {
      this.lines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return this;
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** The page's script adds the token it can read. */
  get headers(): Record<string, string> {
    const token = this.get('auth');
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { ...(cookie && { Cookie: cookie }), ...(token && { Authorization: `Bearer ${token}` }) };
  }
}

/** Signs in as a person does on a phone they have never used: password, then code. */
export async function enter(
  lending: TestLending,
  client: Borrower,
  { trustDevice = false, jar = new CookieJar() }: { readonly trustDevice?: boolean; readonly jar?: CookieJar } = {},
): Promise<CookieJar> {
  const body = { identifier: client.documentNumber, password: PASSWORD };
  const first = await callEndpoint(lending, signIn, { body, headers: jar.headers });
  if (first.kind !== 'accepted') throw new Error(JSON.stringify(first.body));
  jar.take(first.headers);
  if (!('challenge' in first.body)) return jar;
  const second = await callEndpoint(lending, answerChallenge, {
    params: { id: first.body.challenge.id },
    body: { code: await codeTo(lending, client.phone), trustDevice },
    headers: jar.headers,
  });
  if (second.kind !== 'accepted') throw new Error(JSON.stringify(second.body));
  return jar.take(second.headers);
}

/** Gathers what a new password needs beside the link of the mailbox: the code that went to the telephone. */
export async function resetProof(lending: TestLending, { phone }: Borrower, token: string) {
  const sent = await callEndpoint(lending, sendResetCode, { body: { token } });
  if (sent.kind !== 'accepted') throw new Error(JSON.stringify(sent.body));
  return { token, challengeId: sent.body.challenge.id, code: await codeTo(lending, phone) };
}

/** The browser a session belongs to, without signing in once more. */
export function browserOf({ token, bind }: Pick<Borrower, 'token' | 'bind'>): CookieJar {
  const headers = new Headers();
  headers.append('Set-Cookie', `${AUTH_COOKIE}=${token}`);
  headers.append('Set-Cookie', `${BIND_COOKIE}=${bind}`);
  return new CookieJar().take(headers);
}
