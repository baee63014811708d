import { type Ask, askOnTerminal } from '../ask.ts';
import type { OperatorClient } from '../operator-client.ts';
import { needed, type Options, postJson, textOption, UsageError } from './command-line.ts';

const STAFF = '/api/v1/staff';

export const LOGIN_HELP = `  login LOGIN [--invitation SECRET | --desk]
      Asks for the password and the code of your authenticator app, and keeps the session on this machine: it ends
      after half an hour without a command, and after twelve hours. With an invitation you choose the password first.
      With --desk it asks for a code that the desk shows in your account: where your role asks for a passkey.
  logout
      Ends your session.`;

type SignedIn = Readonly<Record<'login' | 'name' | 'expiresAt' | 'token', string>> & {
  readonly roles: readonly string[];
  readonly recoveryCodes?: readonly string[];
};

/** Signs in; words are typed on the terminal by default. */
export async function login(
  client: OperatorClient,
  words: readonly string[],
  options: Options,
  openAsk: () => Ask = askOnTerminal,
): Promise<string> {
  const who = needed(words.join(' '), 'your login', LOGIN_HELP);
  const ask = openAsk();
  try {
    const signedIn = (await enter(client, who, { ask, options })) as SignedIn;
    client.signIn?.(signedIn.login, signedIn.token);
    const { name, roles, expiresAt, recoveryCodes = [] } = signedIn;
    if (recoveryCodes.length > 0) process.stderr.write(`${KEEP}\n${recoveryCodes.join('\n')}\n`);
    return `${signedIn.login} (${name}): ${roles.join(', ')}; until ${expiresAt} at the latest.`;
  } finally {
    ask.close();
  }
}

const KEEP = 'Keep these codes: each counts once in place of the code of the app, and they are not shown again.';

async function enter(
  client: OperatorClient,
  who: string,
  { ask, options }: { readonly ask: Ask; readonly options: Options },
): Promise<unknown> {
  if (options['desk']) {
    return postJson(client, `${STAFF}/sign-in-by-desk-code`, {
      login: who,
      code: await ask.words('Code of the desk: '),
    });
  }
  const invitation = textOption(options, 'invitation');
  const password = await ask.secret(invitation === undefined ? 'Password: ' : 'New password: ');
  if (invitation !== undefined) process.stderr.write(await accept(client, { login: who, invitation, password }));
  const code = (await ask.words('Code: ')).replace(/\s/g, '');
  if (invitation !== undefined)
    return postJson(client, `${STAFF}/invitations/confirm`, { login: who, invitation, code });
  const signedIn = (await postJson(client, `${STAFF}/sign-in`, { login: who, password, code })) as SignedIn;
  await refuseWithoutPasskey(client, signedIn.token);
  return signedIn;
}

/** A session of a password that opens nothing here is not kept: commands cannot add a passkey. */
async function refuseWithoutPasskey(client: OperatorClient, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const me = await client.request(`${STAFF}/me`, { headers });
  const { needsPasskey } = (await me.json()) as { readonly needsPasskey?: boolean };
  if (!needsPasskey) return;
  await client.request(`${STAFF}/sign-out`, { method: 'POST', headers });
  throw new UsageError(
    'Your role asks for a passkey: sign in with --desk and a code that the desk shows in your account.',
  );
}

async function accept(
  client: OperatorClient,
  body: { readonly login: string; readonly invitation: string; readonly password: string },
): Promise<string> {
  const { secondFactor } = (await postJson(client, `${STAFF}/invitations`, body)) as { secondFactor: string };
  return `Add this to your authenticator app; it counts from its first right code:\n${secondFactor}\n`;
}

export async function logout(client: OperatorClient): Promise<string> {
  await postJson(client, `${STAFF}/sign-out`, {}).finally(() => client.signOut?.());
  return 'Signed out.';
}
