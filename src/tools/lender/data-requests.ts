import { readFileSync } from 'node:fs';
import { type Area, needed, postJson, readJson, textOption, UsageError, valueOptions } from './area.ts';

const DATA_REQUESTS = '/api/v1/staff/data-requests';

const HELP = `npm run lender -- data-requests <command>

  list                                            what waits for an answer, the most urgent first
  done ID (--text "…" | --file answer.txt)        an answered request for access opens the download for seven days
  deny ID (--text "…" | --file answer.txt)        a no says why; where to complain is added to it`;

const STATUS = { done: 'DONE', deny: 'DENIED' } as const;

/** Clients' requests about their data (domain 2.19). */
export const dataRequests: Area = {
  name: 'data-requests',
  help: HELP,
  options: valueOptions('text', 'file'),
  async run(client, [command, id], options) {
    if (command === 'list') return listed((await readJson(client, DATA_REQUESTS)) as Waiting);
    if (command !== 'done' && command !== 'deny') throw new UsageError(HELP);
    const file = textOption(options, 'file');
    const answer = file === undefined ? textOption(options, 'text') : readFileSync(file, 'utf8');
    const body = { status: STATUS[command], answer: needed(answer, '--text or --file', HELP) };
    await postJson(client, `${DATA_REQUESTS}/${needed(id, 'an id', HELP)}/answer`, body);
    return `${id}: ${body.status}`;
  },
};

interface Waiting {
  readonly requests: readonly {
    readonly id: string;
    readonly personId: string;
    readonly type: string;
    readonly dueDate: string;
    readonly detail: string;
  }[];
}

function listed({ requests }: Waiting): string {
  if (requests.length === 0) return 'Nothing waits.';
  return requests
    .map(({ id, personId, type, dueDate, detail }) => `${id}  by ${dueDate}  ${type}  person ${personId}\n  ${detail}`)
    .join('\n');
}
