import { type Ask, askOnTerminal } from '../ask.ts';
import type { OperatorClient } from '../operator-client.ts';
import { type Area, needed, type Options, postJson, readJson, textOption, UsageError, valueOptions } from './area.ts';

const STAFF = '/api/v1/staff';

const LOGIN_HELP = `npm run lender -- login LOGIN [--invitation SECRET]

  Asks for the password and the code of your authenticator app, and keeps the session on this machine: it ends after
  half an hour without a command, and after twelve hours. With an invitation you choose the password first.`;

interface SignedIn {
  readonly login: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly expiresAt: string;
}

/** Signs in; what is typed comes from the terminal unless told. */
export function loginArea(openAsk: () => Ask = askOnTerminal): Area {
  return {
    name: 'login',
    isCommand: true,
    help: LOGIN_HELP,
    options: valueOptions('invitation'),
    async run(client, words, options) {
      const login = needed(words.join(' '), 'your login', LOGIN_HELP);
      const ask = openAsk();
      try {
        const invitation = textOption(options, 'invitation');
        const password = await ask.secret(invitation === undefined ? 'Password: ' : 'New password: ');
        if (invitation !== undefined) process.stderr.write(await accept(client, { login, invitation, password }));
        const code = (await ask.words('Code: ')).replace(/\s/g, '');
        const signedIn = (await postJson(client, `${STAFF}/sign-in`, { login, password, code })) as SignedIn & {
          readonly token: string;
        };
        client.signIn?.(signedIn.login, signedIn.token);
        return lineOf(signedIn);
      } finally {
        ask.close();
      }
    },
  };
}

async function accept(
  client: OperatorClient,
  body: { readonly login: string; readonly invitation: string; readonly password: string },
): Promise<string> {
  const { secondFactor } = (await postJson(client, `${STAFF}/invitations`, body)) as { secondFactor: string };
  return `Add this to your authenticator app; it is not shown again:\n${secondFactor}\n`;
}

function lineOf({ login, name, roles, expiresAt }: SignedIn): string {
  return `${login} (${name}): ${roles.join(', ')}; until ${expiresAt} at the latest.`;
}

export const login = loginArea();

const LOGOUT_HELP = `npm run lender -- logout

  Ends your session.`;

export const logout: Area = {
  name: 'logout',
  isCommand: true,
  help: LOGOUT_HELP,
  options: {},
  async run(client) {
    await postJson(client, `${STAFF}/sign-out`, {}).finally(() => client.signOut?.());
    return 'Signed out.';
  },
};

const WHOAMI_HELP = `npm run lender -- whoami

  Who acts, with which roles.`;

export const whoami: Area = {
  name: 'whoami',
  isCommand: true,
  help: WHOAMI_HELP,
  options: {},
  run: async (client) => lineOf((await readJson(client, `${STAFF}/me`)) as SignedIn),
};

const COLLEAGUES_HELP = `npm run lender -- colleagues <command>

  list
  add LOGIN --name "Ana Torres" --roles support,collections   two administrators: the second one gets the invitation
  invite LOGIN --reason "New telephone."                      the same, for who lost the password or the second factor
  roles LOGIN --roles support --reason "Moved to support."    two administrators
  lock LOGIN --reason "Has left."                             one, at once; ends the sessions
  unlock LOGIN --reason "Is back."
  first LOGIN --name "Rosa Díaz"                              on the database itself, with nothing running: the first
                                                              two administrators, and the way back when one is left

  Roles: support, underwriter, collections, finance, compliance, admin.`;

interface Listed {
  readonly login: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly status: string;
}

export const colleagues: Area = {
  name: 'colleagues',
  help: COLLEAGUES_HELP,
  options: valueOptions('name', 'roles', 'reason'),
  onThisMachine: {
    async first({ env, dataDir }, words, options) {
      const { addFirstAdministrator } = await import('../operator-in-process.ts');
      const login = needed(words.join(' '), 'a login', COLLEAGUES_HELP);
      const made = await addFirstAdministrator(env, dataDir, { login, name: textOption(options, 'name') ?? login });
      if (made.kind === 'invited') return invitationText(login, made.invitation);
      throw new UsageError(
        made.kind === 'enough'
          ? `${made.logins.join(' and ')} are administrators: they add colleagues.`
          : `${login} is the login of somebody who is no administrator, or is locked.`,
      );
    },
  },
  async run(client, [command, ...words], options) {
    const path = `${STAFF}/colleagues`;
    if (command === 'list') {
      const listed = (await readJson(client, path)) as { readonly colleagues: readonly Listed[] };
      return listed.colleagues
        .map(({ login, name, roles, status }) => `${login}  ${status}  ${name}: ${roles.join(', ')}`)
        .join('\n');
    }
    const login = needed(words.join(' '), 'a login', COLLEAGUES_HELP);
    const one = `${path}/${encodeURIComponent(login)}`;
    switch (command) {
      case 'add': {
        const body = { login, name: textOption(options, 'name') ?? login, roles: rolesOf(options) };
        return invited(login, await postJson(client, path, body));
      }
      case 'invite':
        return invited(login, await postJson(client, `${one}/invite`, { reason: reasonOf(options) }));
      case 'roles':
        await postJson(client, `${one}/roles`, { roles: rolesOf(options), reason: reasonOf(options) });
        return `${login}: ${rolesOf(options).join(', ')}`;
      case 'lock':
      case 'unlock':
        await postJson(client, `${one}/${command}`, { reason: reasonOf(options) });
        return `${login}: ${command}ed`;
      default:
        throw new UsageError(COLLEAGUES_HELP);
    }
  },
};

function rolesOf(options: Options): readonly string[] {
  return needed(textOption(options, 'roles'), '--roles', COLLEAGUES_HELP)
    .split(',')
    .map((role) => role.trim());
}

function reasonOf(options: Options): string {
  return needed(textOption(options, 'reason'), '--reason', COLLEAGUES_HELP);
}

function invited(login: string, body: unknown): string {
  return invitationText(login, (body as { readonly invitation: string }).invitation);
}

function invitationText(login: string, invitation: string): string {
  return `For ${login} alone, once, within a day:\nnpm run lender -- login "${login}" --invitation ${invitation}`;
}

const APPROVALS_HELP = `npm run lender -- approvals <command>

  list            what waits for a second account, which gives the same command as the first
  withdraw ID`;

export const approvals: Area = {
  name: 'approvals',
  help: APPROVALS_HELP,
  options: {},
  async run(client, [command, id]) {
    if (command === 'withdraw') {
      await postJson(client, `${STAFF}/approvals/${needed(id, 'an id', APPROVALS_HELP)}/withdraw`, {});
      return `${id}: WITHDRAWN`;
    }
    if (command !== 'list') throw new UsageError(APPROVALS_HELP);
    const body = (await readJson(client, `${STAFF}/approvals`)) as {
      readonly approvals: readonly {
        id: string;
        action: string;
        subject: string;
        about: unknown;
        proposedBy: string;
      }[];
    };
    if (body.approvals.length === 0) return 'Nothing waits.';
    return body.approvals
      .map((one) => `${one.id}  ${one.action}  ${one.subject}  by ${one.proposedBy}: ${JSON.stringify(one.about)}`)
      .join('\n');
  },
};

const MIGRATE_HELP = `npm run lender -- migrate

  Brings the database up to date and loads what a new lender starts with; nothing may run on it that is older. With
  MIGRATIONS_URL as the owner of the tables.`;

export const migrate: Area = {
  name: 'migrate',
  isCommand: true,
  help: MIGRATE_HELP,
  options: {},
  onThisMachine: {
    async ''({ env, dataDir }) {
      const { migrateDatabase } = await import('../operator-in-process.ts');
      const prepared = await migrateDatabase(env, dataDir);
      const added = prepared?.migrations ?? [];
      return added.length === 0 ? 'Nothing was missing.' : `Added: ${added.join(', ')}`;
    },
  },
  run: () => Promise.reject(new UsageError(MIGRATE_HELP)),
};
