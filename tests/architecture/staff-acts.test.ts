import { expect, test } from 'vitest';
import { DESCRIBED_ACTS } from '#server/lending/described-acts.ts';
import { AFTER, QUEUE_OF } from '#server/lending/desk/after-map.ts';
import { type About, OF_ANSWER, OF_GROUP, OF_ROW, PICTURES_OF } from '#server/lending/desk/desk-map.ts';
import { SUBJECT_OF } from '#server/lending/desk/subject-map.ts';
import { WAITING_ACTS, WAITING_KINDS } from '#server/lending/portfolio/waiting-kinds.ts';
import type { Act } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { type AnswerField, answerFields } from '#server/lending/staff/answer.ts';
import { filesUnder, read } from './source-tree.ts';

/** Acts about one thing to which no page of the desk leads; only fewer. */
const WITHOUT_A_WAY: readonly string[] = [
  // Its answer is part of the form that approves.
  'approvals show',
];

function refsIn(fields: readonly AnswerField[]): string[] {
  return fields.flatMap(({ to, fields: inner }) => [...(to ? [to.act] : []), ...refsIn(inner)]);
}

/** Acts to which a page leads, from what it shows. */
function linkedActs(): Set<string> {
  const maps: readonly Readonly<Record<string, readonly About[]>>[] = [OF_ANSWER, OF_GROUP, OF_ROW, AFTER];
  return new Set([
    ...maps.flatMap((map) => Object.values(map).flatMap((abouts) => abouts.map(({ act }) => act))),
    ...Object.values(PICTURES_OF).flatMap(({ picture, paper }) => [picture, paper]),
    ...WAITING_KINDS.map((kind) => WAITING_ACTS[kind]({ id: 'id', subject: 'kind:id' }).act),
    ...DESCRIBED_ACTS.flatMap(({ answers }) => (typeof answers === 'object' ? refsIn(answerFields(answers)) : [])),
  ]);
}

test('each staff act about one thing has its way at the desk: from the thing, a row, what waits or what was done', () => {
  const linked = linkedActs();
  const isOfOneThing = (route: Act) => fieldsOf(route).some(({ place }) => place === 'params');
  const without = DESCRIBED_ACTS.filter((route) => isOfOneThing(route) && !linked.has(route.name));
  const advice = 'offer it on a thing or a row in src/server/lending/desk/desk-map.ts, or after an act in after-map.ts';
  expect(
    without.map(({ name }) => name),
    advice,
  ).toEqual(WITHOUT_A_WAY);
});

/** Acts about one thing above whose form nothing of it stands; only fewer. */
const WITHOUT_SUBJECT: readonly string[] = [
  // One's own passkeys and sessions: they are offered in the row that says which.
  'account remove-passkey',
  'account end-session',
  // Its own form says the whole proposal (`approval-form.ts`).
  'approvals approve',
  // It is offered in the row that says what is to be done.
  'tasks done',
];

/** Acts about one thing after which the way back is all: their things have no page but the list of all. Only fewer. */
const WITHOUT_NEXT: readonly string[] = [
  'colleagues invite',
  'colleagues roles',
  'colleagues lock',
  'colleagues unlock',
  'payouts paid',
  'payouts rejected',
  'payouts not-sent',
  'payouts stop-top-up',
];

test('each act about one thing has what stands above its form, and what comes next', () => {
  const acts = DESCRIBED_ACTS.filter(({ method, params }) => method === 'POST' && params).map(({ name }) => name);
  const missingIn = (...maps: readonly object[]) =>
    acts.filter((name) => !maps.some((map) => Object.hasOwn(map, name)));
  const advice = 'src/server/lending/desk: name it in SUBJECT_OF of subject-map.ts, or say in this test why not';
  expect(missingIn(SUBJECT_OF).sort(), advice).toEqual([...WITHOUT_SUBJECT].sort());
  const next = 'src/server/lending/desk: name it in AFTER or QUEUE_OF of after-map.ts, or say in this test why not';
  expect(missingIn(AFTER, QUEUE_OF).sort(), next).toEqual([...WITHOUT_NEXT].sort());
});

/** Its path as a test writes it, whatever it names in it. */
function pathPattern(path: string): string {
  const parts = path.replace('/api/v1/staff/', '').split(/:\w+/);
  return parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^\\n/]+?');
}

test('each staff act is named in a test: by its path, its name or its command', () => {
  const files = ['tests/server', 'tests/tools', 'tests/e2e'].flatMap((folder) => filesUnder(folder));
  const texts = files.filter((file) => /\.(?:test|spec)\.ts$/.test(file)).map((file) => read(file));
  const all = texts.join('\n');
  const isNamed = ({ name, path }: Act) => {
    const words = name.split(' ').map((word) => `'${word}'`);
    const names = [`'${name}'`, `"${name}"`, `lender -- ${name}`, words.join(', ')];
    return names.some((text) => all.includes(text)) || new RegExp(`${pathPattern(path)}(?![\\w/-])`).test(all);
  };
  const without = DESCRIBED_ACTS.filter((route) => !isNamed(route)).map(({ name }) => name);
  const advice = "in a test of its subject write out its path or its whole name, as in describe('complaints note')";
  expect(without, advice).toEqual([]);
});
