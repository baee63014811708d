import { type Ask, askOnTerminal } from '../ask.ts';
import type { OperatorClient } from '../operator-client.ts';
import { needed, type Options, postJson, textOption } from './command-line.ts';

const STAFF = '/api/v1/staff';

export const LOGIN_HELP = `  login LOGIN [--invitation SECRET]
      Asks for the password and the code of your authenticator app, and keeps the session on this machine: it ends
      after half an hour without a command, and after twelve hours. With an invitation you choose the password first.
  logout
      Ends your session.`;

type SignedIn = Readonly<Record<'login' | 'name' | 'expiresAt' | 'token', string>> & {
  readonly roles: readonly string[];
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
    const invitation = textOption(options, 'invitation');
    const password = await ask.secret(invitation === undefined ? 'Password: ' : 'New password: ');
    if (invitation !== undefined) process.stderr.write(await accept(client, { login: who, invitation, password }));
    const code = (await ask.words('Code: ')).replace(/\s/g, '');
    const signedIn = (await postJson(client, `${STAFF}/sign-in`, { login: who, password, code })) as SignedIn;
    client.signIn?.(signedIn.login, signedIn.token);
    const { name, roles, expiresAt } = signedIn;
    return `${signedIn.login} (${name}): ${roles.join(', ')}; until ${expiresAt} at the latest.`;
  } finally {
    ask.close();
  }
}

async function accept(
  client: OperatorClient,
  body: { readonly login: string; readonly invitation: string; readonly password: string },
): Promise<string> {
  const { secondFactor } = (await postJson(client, `${STAFF}/invitations`, body)) as { secondFactor: string };
  return `Add this to your authenticator app; it is not shown again:\n${secondFactor}\n`;
}

export async function logout(client: OperatorClient): Promise<string> {
  await postJson(client, `${STAFF}/sign-out`, {}).finally(() => client.signOut?.());
  return 'Signed out.';
}
