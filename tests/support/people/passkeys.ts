import { completePasskey } from '#api/endpoints/people/complete-passkey.ts';
import { signInByPasskey } from '#api/endpoints/people/sign-in-by-passkey.ts';
import { startPasskey } from '#api/endpoints/people/start-passkey.ts';
import { startPasskeySignIn } from '#api/endpoints/people/start-passkey-sign-in.ts';
import { acceptedBody, callEndpoint, type TestLending } from '../lending/lending-app.ts';
import { aClient as aClientWithLoan, type ClientLoans, type ClientWithLoan } from '../loans/client-loans.ts';
import { Authenticator } from '../staff/authenticator.ts';
import { proveAgain } from './borrower.ts';
import { CookieJar } from './client.ts';

type Options = Parameters<Authenticator['create']>[0] & Parameters<Authenticator['get']>[0];
type Signed = Pick<ClientWithLoan, 'headers' | 'personId' | 'sessionId'>;

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';

/** Opens the dialog that makes a passkey, after password and code. */
export async function opening(lending: TestLending, client: Signed): Promise<Options> {
  await proveAgain(lending, client, ['add-passkey']);
  return acceptedBody(await callEndpoint(lending, startPasskey, { headers: client.headers })).options as never;
}

export function adding(lending: TestLending, client: Signed, credential: unknown) {
  const headers = { ...client.headers, 'user-agent': PHONE };
  return callEndpoint(lending, completePasskey, { headers, body: { credential } });
}

/** A client with a loan and a passkey of their telephone that counts. */
export async function withPasskey(loans: ClientLoans, { waits = false } = {}) {
  const client = await aClientWithLoan(loans);
  const phone = new Authenticator();
  const { passkey } = acceptedBody(await adding(loans, client, phone.create(await opening(loans, client))));
  if (!waits) loans.clock.pass({ minutes: 24 * 60 });
  return { client, phone, passkey };
}

/** Opens the dialog of signing in; the jar gets the secret of the browser. */
export async function openSignIn(lending: TestLending, jar: CookieJar): Promise<Options> {
  const opened = await callEndpoint(lending, startPasskeySignIn, { headers: jar.headers });
  jar.take(opened.headers);
  return acceptedBody(opened).options as never;
}

/** Signs in with a passkey as a browser does; `odd` is what is wrong with it. */
export async function signInWith(
  lending: TestLending,
  phone: Authenticator,
  odd: Parameters<Authenticator['get']>[1] = {},
  jar = new CookieJar(),
) {
  const credential = { ...phone.get(await openSignIn(lending, jar), odd), authenticatorAttachment: 'platform' };
  const answer = await callEndpoint(lending, signInByPasskey, { headers: jar.headers, body: { credential } });
  jar.take(answer.headers);
  return { answer, jar };
}
