import { readFileSync, writeFileSync } from 'node:fs';
import type { OperatorClient } from '../operator-client.ts';
import { type Area, download, needed, postJson, readJson, textOption, UsageError, valueOptions } from './area.ts';

const DATA_REQUESTS = '/api/v1/staff/data-requests';

const HELP = `npm run lender -- data-requests <command>

  list                                            what waits for an answer, the most urgent first; then what was asked
                                                  without an account
  identity ID --out FILE                          the identity document sent without an account; it is deleted with
                                                  the answer
  done ID (--text "…" | --file answer.txt)        an answered request for access opens the download for seven days
  deny ID (--text "…" | --file answer.txt)        a no says why; where to complain is added to it

Who asks without an account may be a client, or somebody with a client's document: the list says so. Clients ask and
are answered in their account, so such a request is denied, without a word on whether they are one; done needs
--to-client.`;

const STATUS = { done: 'DONE', deny: 'DENIED' } as const;

/** Clients' requests about their data (domain 2.19). */
export const dataRequests: Area = {
  name: 'data-requests',
  help: HELP,
  options: { ...valueOptions('text', 'file', 'out'), 'to-client': { type: 'boolean' } },
  async run(client, [command, id], options) {
    if (command === 'list') return listed(await readAll(client));
    if (command === 'identity')
      return saved(client, needed(id, 'an id', HELP), needed(textOption(options, 'out'), '--out', HELP));
    if (command !== 'done' && command !== 'deny') throw new UsageError(HELP);
    const file = textOption(options, 'file');
    const answer = file === undefined ? textOption(options, 'text') : readFileSync(file, 'utf8');
    const toClient = options['to-client'] === true && { toClient: true };
    const body = { status: STATUS[command], answer: needed(answer, '--text or --file', HELP), ...toClient };
    await postJson(client, `${DATA_REQUESTS}/${needed(id, 'an id', HELP)}/answer`, body);
    return `${id}: ${body.status}`;
  },
};

const DOES_NOT_OPEN = 'DOES NOT OPEN: a master key that sealed it is missing in VAULT_KEYS, or it was changed.';

interface Waiting {
  readonly requests: readonly {
    readonly id: string;
    readonly personId: string;
    readonly type: string;
    readonly dueDate: string;
    readonly detail: string | null;
    readonly isErased: boolean;
  }[];
  readonly visitors: readonly {
    readonly id: string;
    readonly type: string;
    readonly dueDate: string;
    readonly clientId: string | null;
    readonly asked: Readonly<
      Record<'detail' | 'documentType' | 'documentNumber' | 'firstName' | 'lastNames' | 'email', string>
    > | null;
  }[];
  readonly next: string | null;
}

async function readAll(client: OperatorClient): Promise<Waiting> {
  let page = (await readJson(client, DATA_REQUESTS)) as Waiting;
  const visitors = [...page.visitors];
  while (page.next !== null) {
    page = (await readJson(client, `${DATA_REQUESTS}?after=${page.next}`)) as Waiting;
    visitors.push(...page.visitors);
  }
  return { ...page, visitors };
}

function listed({ requests, visitors }: Pick<Waiting, 'requests' | 'visitors'>): string {
  const lines = [
    ...requests.map(({ personId, detail, isErased, ...of }) => {
      if (isErased)
        return line(of, `person ${personId}, ERASED`, 'Nothing of it can be read: deny it, nobody is written to.');
      return line(of, `person ${personId}`, detail ?? DOES_NOT_OPEN);
    }),
    ...visitors.map(({ asked, clientId, ...of }) => {
      if (!asked) return line(of, 'unknown', DOES_NOT_OPEN);
      const { documentType, documentNumber, firstName, lastNames, email, detail } = asked;
      const known = clientId === null ? 'no client' : `IS A CLIENT (person ${clientId}): answer in their account`;
      return line(of, `${known}: ${firstName} ${lastNames}, ${documentType} ${documentNumber}, ${email}`, detail);
    }),
  ];
  return lines.length === 0 ? 'Nothing waits.' : lines.join('\n');
}

function line(
  { id, dueDate, type }: { readonly id: string; readonly dueDate: string; readonly type: string },
  who: string,
  detail: string,
): string {
  return `${id}  by ${dueDate}  ${type}  ${who}\n  ${detail}`;
}

async function saved(client: OperatorClient, id: string, file: string): Promise<string> {
  const { bytes } = await download(client, `${DATA_REQUESTS}/${id}/identity`);
  writeFileSync(file, bytes, { mode: 0o600 });
  return `Written to ${file}. That you looked is on record.`;
}
