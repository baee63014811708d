import type { OperatorClient } from '../operator-client.ts';
import { type Area, needed, type Options, postJson, readJson, textOption, UsageError, valueOptions } from './area.ts';

const PEOPLE = '/api/v1/staff/people';
const SESSION_ENDS = '/api/v1/staff/session-ends';

const PEOPLE_HELP = `npm run lender -- person <command>

  list
  create 45678912 [--type DNI|CE] --phone 987654321 --email ana@example.pe --first-name Ana --last-name1 Quispe
         [--last-name2 Huamán] --birth-date 1990-05-01 [--language es|en]
  email 45678912 [--type DNI|CE] --email nueva@example.pe --reason "…" [--channel-lost phone|email]
         another mailbox for a client you recognised by picture and document: it answers a link and counts a day
         later; the other channels are told and can stop it, but for one in wrong hands`;

const documentOption = valueOptions('type');

/** People (domain 2.1). */
export const people: Area = {
  name: 'person',
  help: PEOPLE_HELP,
  options: {
    ...valueOptions(
      'phone',
      'email',
      'first-name',
      'last-name1',
      'last-name2',
      'birth-date',
      'language',
      'reason',
      'channel-lost',
    ),
    ...documentOption,
  },
  async run(client, [command, document], options) {
    if (command === 'list') return listed((await readJson(client, PEOPLE)) as PeopleBody);
    if (command === 'email') return giveMailbox(client, document, options);
    if (command !== 'create') throw new UsageError(PEOPLE_HELP);
    const { personId } = (await postJson(client, PEOPLE, personOf(document, options))) as { personId: string };
    return `${personId}`;
  },
};

async function giveMailbox(client: OperatorClient, document: string | undefined, options: Options): Promise<string> {
  const channel = textOption(options, 'channel-lost')?.toUpperCase();
  const { personId } = (await postJson(client, '/api/v1/staff/mailboxes', {
    documentType: textOption(options, 'type') ?? 'DNI',
    documentNumber: needed(document, 'a document number', PEOPLE_HELP),
    email: needed(textOption(options, 'email'), '--email', PEOPLE_HELP),
    reason: needed(textOption(options, 'reason'), '--reason', PEOPLE_HELP),
    ...(channel !== undefined && { channel }),
  })) as { personId: string };
  return `${personId}: the mailbox has a link to answer; the change counts a day after that.`;
}

interface PeopleBody {
  readonly people: readonly {
    readonly personId: string;
    readonly document: { readonly type: string; readonly masked: string };
    readonly firstName: string | null;
    readonly phone: string | null;
    readonly status: string;
  }[];
}

function listed({ people: found }: PeopleBody): string {
  if (found.length === 0) return 'Nobody yet.';
  return found
    .map(({ personId, document, firstName, phone, status }) =>
      [personId, `${document.type} ${document.masked}`, status.padEnd(7), phone ?? '', firstName ?? '']
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function personOf(document: string | undefined, options: Options): Record<string, string> {
  const lastName2 = textOption(options, 'last-name2');
  const language = textOption(options, 'language');
  return {
    documentType: textOption(options, 'type') ?? 'DNI',
    documentNumber: needed(document, 'a document number', PEOPLE_HELP),
    phone: needed(textOption(options, 'phone'), '--phone', PEOPLE_HELP),
    email: needed(textOption(options, 'email'), '--email', PEOPLE_HELP),
    firstName: needed(textOption(options, 'first-name'), '--first-name', PEOPLE_HELP),
    lastName1: needed(textOption(options, 'last-name1'), '--last-name1', PEOPLE_HELP),
    birthDate: needed(textOption(options, 'birth-date'), '--birth-date', PEOPLE_HELP),
    ...(lastName2 !== undefined && { lastName2 }),
    ...(language !== undefined && { language }),
  };
}

const SESSIONS_HELP = `npm run lender -- session <command>

  issue 45678912 [--type DNI|CE]   signs a client of the sandbox in: a link for a browser, both halves for curl
  end 45678912 [--type DNI|CE] --reason "Lost phone, call 4711."
                                   closes every session of a client, who is told and proves each browser again; stops
                                   the changes of e-mail, telephone and bank account that wait
  end --everyone --reason "…"      closes every session of everybody`;

/** Sessions: ended for a client or for everybody, and in the sandbox opened. */
export const sessions: Area = {
  name: 'session',
  help: SESSIONS_HELP,
  options: { ...documentOption, ...valueOptions('reason'), everyone: { type: 'boolean' } },
  async run(client, [command, document], options) {
    if (command === 'end') return endSessions(client, document, options);
    if (command !== 'issue') throw new UsageError(SESSIONS_HELP);
    const documentNumber = needed(document, 'a document number', SESSIONS_HELP);
    const body = { documentType: textOption(options, 'type') ?? 'DNI', documentNumber };
    const issued = (await postJson(client, `${PEOPLE}/sessions`, body)) as SandboxSession;
    return `Opens the client area once: ${issued.url}\nTOKEN=${issued.token}\nBIND=${issued.bind}`;
  },
};

async function endSessions(client: OperatorClient, document: string | undefined, options: Options): Promise<string> {
  const reason = needed(textOption(options, 'reason'), '--reason', SESSIONS_HELP);
  const isEveryone = options['everyone'] === true;
  if (isEveryone && document !== undefined) throw new UsageError(SESSIONS_HELP);
  const whose = isEveryone
    ? { everyone: true }
    : {
        documentType: textOption(options, 'type') ?? 'DNI',
        documentNumber: needed(document, 'a document number, or --everyone,', SESSIONS_HELP),
      };
  const { ended, stopped } = (await postJson(client, SESSION_ENDS, { ...whose, reason })) as {
    ended: number;
    stopped?: number;
  };
  const done = `${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`;
  return stopped ? `${done} ${stopped} ${stopped === 1 ? 'change' : 'changes'} stopped.` : done;
}

interface SandboxSession {
  readonly url: string;
  readonly token: string;
  readonly bind: string;
}

const KEYS_HELP = `npm run lender -- keys rewrap

  After a new master key stands first in VAULT_KEYS: wraps people’s keys and waiting data requests with it. May be repeated.`;

/** Keys of the vault (decision 0123). */
export const keys: Area = {
  name: 'keys',
  help: KEYS_HELP,
  options: {},
  withoutProcess: ['rewrap'],
  async run(client, [command]) {
    if (command !== 'rewrap') throw new UsageError(KEYS_HELP);
    const done = (await postJson(client, `${PEOPLE}/keys`, {})) as {
      rewrapped: number;
      people: number;
      requests: number;
    };
    return `${done.rewrapped} of ${done.people} people’s keys wrapped anew; the others had the newest master key. Requests about data sealed anew: ${done.requests}.`;
  },
};
