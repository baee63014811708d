import { html } from 'hono/html';
import { STAFF_ACTS, type StaffActName } from '#i18n/staff-acts.ts';
import { TASK_KIND } from '#i18n/staff-codes/desk.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { fill } from '#i18n/translate.ts';
import { AFTER, CALLS, QUEUE_OF } from './after-map.ts';
import { addressOf, type Looker } from './ask.ts';
import type { Html } from './page.ts';
import { requestOf } from './request-of.ts';
import { placesOf } from './table-view.ts';

type Row = Readonly<Record<string, unknown>>;

/** Links from what an act has done to the thing that it was about, and to what is done with it next. */
export function afterLinks(looker: Looker, act: StaffActName, known: Row): readonly { address: string; link: Html }[] {
  return placesOf({ looker, answer: known }, AFTER[act] ?? [], known).map(({ act: next, address }) => ({
    address,
    link: html`<a href="${address}">${looker.say(STAFF_ACTS[next])}</a> `,
  }));
}

/** The next of the queue that an act has taken something from; a word that nothing is left; '' for other acts. */
export async function nextView(looker: Looker, act: StaffActName, known: Row): Promise<Html | string> {
  const found = CALLS.has(act) ? await nextCall(looker, known) : await nextWaiting(looker, act, known);
  if (found === undefined) return '';
  const { say } = looker;
  if (found === 'none') return html`<p class="next">${say(DESK.next_none)}</p>`;
  const words = fill(say(DESK.next_waits), { what: found.words });
  return html`<p class="next"><a class="btn sm" href="${found.address}">${words}</a></p>`;
}

interface Next {
  readonly address: string;
  readonly words: string;
}

/** More than one row: the first may be what was just done, or something that the colleague's roles cannot open. */
const ROWS = '20';

async function nextWaiting(looker: Looker, act: StaffActName, known: Row): Promise<Next | 'none' | undefined> {
  const kinds = QUEUE_OF[act];
  const rows = kinds && (await rowsOf(looker, 'tasks list', 'tasks', { kind: kinds.join(',') }));
  if (!rows) return undefined;
  const done = Object.values(known);
  for (const row of rows.filter(({ id, subject }) => !done.includes(id) && !done.includes(subject))) {
    const act = looker.acts.find(({ name }) => name === row['act']);
    const isOthers = act?.name === 'tasks done' && row['mayBeMarked'] !== true;
    if (act && !isOthers) {
      const known = row['with'] as Readonly<Record<string, string>>;
      return { address: addressOf(act, known), words: wordsOf(looker, row) };
    }
  }
  return 'none';
}

const KINDS: ReadonlyMap<string, readonly [string, string]> = new Map(Object.entries(TASK_KIND));

function wordsOf({ say }: Looker, { kind, subject, client }: Row): string {
  const [es, en] = KINDS.get(String(kind)) ?? [String(kind), String(kind)];
  // Ids of ours say nothing to people.
  const number = /^[A-Z]+-\d/.test(String(subject)) ? String(subject) : undefined;
  return [say({ es, en }), number, client].filter((part) => typeof part === 'string').join(' · ');
}

/** The next client of the worklist whom the law allows to call now. */
async function nextCall(looker: Looker, known: Row): Promise<Next | 'none' | undefined> {
  const rows = await rowsOf(looker, 'collections list', 'loans', {});
  const call = looker.acts.find(({ name }) => name === 'contact log');
  if (!rows || !call) return undefined;
  const next = rows.find(({ number, mayBeCalled }) => number !== known['loan'] && mayBeCalled === 'yes');
  if (!next) return 'none';
  const words = [next['client'], next['number']].filter((part) => typeof part === 'string').join(' · ');
  return { address: addressOf(call, { loan: String(next['number']) }), words };
}

async function rowsOf(
  looker: Looker,
  act: StaffActName,
  name: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly Row[] | undefined> {
  const route = looker.acts.find((one) => one.name === act);
  if (!route) return undefined;
  const texts = Object.entries({ ...query, limit: ROWS }).map(([field, text]) => [field, [text]]);
  const asked = requestOf(route, { texts: Object.fromEntries(texts) as Readonly<Record<string, string[]>> });
  if (asked.kind === 'wrong') return undefined;
  const answer = await looker.ask(asked.path, asked.init);
  if (!answer.ok) return undefined;
  const body = (await answer.json()) as Readonly<Record<string, readonly Row[]>>;
  return body[name];
}
