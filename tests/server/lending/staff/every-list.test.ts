import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { type Act, answersFile } from '#server/lending/staff/act.ts';
import { isList } from '#server/lending/staff/act-fields.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import type { Payments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { type Things, withLenderAtWork } from '#tests/support/staff/full-lists.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const LISTS = STAFF_ROUTES.filter(isList);
const table = LISTS.map((act) => [act.name, act] as const);
/** Filters without which a list has no rows here, or may not be asked for. */
const FILTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'applications list': { stage: 'DEVICE' },
  'payouts list': { state: 'paid' },
  'data-requests touched': { table: 'loan' },
  'books journals': { from: '2026-01-15', to: '2026-02-23' },
  'books days': { from: '2026-01-15', to: '2026-01-17' },
  'books balances': { date: '2026-02-23' },
  'books trial-balance': { date: '2026-02-23' },
  'books days-late': { date: '2026-02-23' },
};
/** Answers that compare or add up, and are whole whatever their length. */
const WHOLE = [
  'ledger verify',
  'account show',
  'api document',
  'payouts archive',
  'books overview',
  'tax-documents books',
  'applications register',
];
/** It lists every look of this test at a list. */
const GROWS = 'audit show';

let db: Database<Tables>;
let payments: Payments;
let things: Things;
let headers: Readonly<Record<string, string>>;
let cookie = '';
withLenderAtWork(async (at) => {
  ({ db, payments, things } = at);
  ({ headers } = await aColleague(db, 'Rosa'));
  cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
});

type Query = Readonly<Record<string, string>>;
const filtersOf = ({ name }: Act): Query => {
  if (name === 'person timeline') return { personId: things.debtor.personId };
  return FILTERS[name] ?? (name === GROWS ? { colleague: 'Ana' } : {});
};

interface Answer {
  readonly rows: readonly unknown[];
  readonly page: { readonly from: number; readonly to: number; readonly of: number; readonly isMore: boolean };
  readonly next: string | null;
}

async function read(act: Act, query: Query): Promise<Answer> {
  const answer = await payments.app.request(`${act.path}?${new URLSearchParams(query)}`, { headers });
  const body = (await answer.json()) as Record<string, unknown>;
  expect([act.name, answer.status, body['error']]).toEqual([act.name, 200, undefined]);
  const { page, next } = body as unknown as Pick<Answer, 'page' | 'next'>;
  // The rows come first.
  return { rows: Object.values(body)[0] as unknown[], page, next };
}

async function csvOf(act: Act, query: Query) {
  const init = { headers: { ...headers, accept: 'text/csv' } };
  return rowsOf(await payments.app.request(`${act.path}?${new URLSearchParams(query)}`, init), act);
}

async function rowsOf(answer: Response, { name }: Act) {
  const file = `${name.replaceAll(' ', '-')}-2026-02-24.csv`;
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${file}"`]);
  const text = (await answer.text()).replace('\ufeff', '').trimEnd();
  expect([name, /\dT\d\d:\d\d:\d\d/.test(text)]).toEqual([name, false]);
  return Papa.parse<Record<string, string>>(text, { header: true }).data;
}

test('each act that answers rows is a list, page by page and with a file', async () => {
  expect(LISTS.length).toBeGreaterThanOrEqual(24);
  for (const act of STAFF_ROUTES) {
    const isAsked = act.method === 'GET' && !answersFile(act) && !act.path.includes(':') && !WHOLE.includes(act.name);
    if (!isAsked || isList(act)) continue;
    const answer = await payments.app.request(act.path, { headers });
    const body = (await answer.json()) as Record<string, unknown>;
    const rows = Object.values(body).filter((value) => Array.isArray(value) && typeof value[0] === 'object');
    expect([act.name, answer.status, rows]).toEqual([act.name, 200, []]);
  }
});

test.each(table)(
  '%s: page after page has each row once and says where it stands, and the file has them all',
  async (_, act) => {
    const filters = filtersOf(act);
    const whole = await read(act, { ...filters, limit: '500' });
    expect(whole.rows.length).toBeGreaterThanOrEqual(3);
    // The place of a row is the list's own.
    expect(JSON.stringify(whole.rows)).not.toContain('list_place');
    expect([whole.page, whole.next]).toEqual([
      { from: 1, to: whole.rows.length, of: whole.rows.length, isMore: false },
      null,
    ]);
    const rows: unknown[] = [];
    let [cursor, second]: (string | null)[] = [null, null];
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      const at = await read(act, {
        ...filters,
        limit: '1',
        ...(cursor !== null && cursor !== undefined && { cursor }),
      });
      expect([page, at.page]).toEqual([
        page,
        { from: rows.length + 1, to: rows.length + at.rows.length, of: whole.rows.length, isMore: false },
      ]);
      rows.push(...at.rows);
      cursor = at.next;
      second ??= cursor;
    }
    expect(rows).toEqual(whole.rows);
    expect(second).not.toBeNull();
    const files = [await csvOf(act, filters), await csvOf(act, { ...filters, limit: '1', cursor: second ?? '' })];
    expect(files[0]?.length).toBe(whole.rows.length);
    expect(files[1]).toEqual(files[0]);
  },
);

const linksOf = (text: string) =>
  [...text.matchAll(/href="(\/desk\/[^"]*)">([^<]*)</g)].map(([, href = '', words]) => ({
    href: href.replaceAll('&amp;', '&'),
    words,
  }));

test.each(table)('%s: at the desk the second page follows the first, and its file has every row', async (name, act) => {
  const [group, rest = group] = name.split(' ');
  const ask = (path: string) => payments.app.request(path, { headers: { cookie } });
  const { rows, page } = await read(act, { ...filtersOf(act), limit: '500' });
  const first = await (
    await ask(`/desk/${group}/${rest}?${new URLSearchParams({ ...filtersOf(act), limit: '1' })}`)
  ).text();
  const place = new RegExp(`class="help place">1–\\d+ de ${page.of}<`);
  expect(first).toMatch(place);
  const next = linksOf(first).find(({ words }) => words === 'Lo que sigue');
  const second = await (await ask(next?.href ?? '')).text();
  const [, from] = /class="help place">(\d+)–\d+ de (\d+)</.exec(second) ?? [];
  expect(Number(from)).toBeGreaterThan(1);
  const file = linksOf(second).find(({ words }) => words === 'Todo como CSV');
  expect((await rowsOf(await ask(file?.href ?? ''), act)).length).toBe(rows.length);
  const again = linksOf(second).find(({ words }) => words === 'Desde el principio');
  expect(await (await ask(again?.href ?? '')).text()).toMatch(place);
});

/** `personId` as a person types it: `--person-id`. */
const optionOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test.each(table)('%s: as a command it says which rows of how many it shows', async (name, act) => {
  const lender = lenderOf(payments, 'Rosa');
  const asked = Object.entries({ ...filtersOf(act), limit: '1' });
  const options = Object.fromEntries(asked.map(([field, value]) => [optionOf(field), value]));
  const text = await lender(name, options);
  const { page } = await read(act, { ...filtersOf(act), limit: '1' });
  if (text.startsWith('{')) throw new Error(`${name} is no table: ${text.slice(0, 80)}`);
  expect(text).toContain(`1–${page.to} of ${page.of}\nMore: --cursor `);
});

const DAYS = ['2026-02-30', '2026-13-01', '0000-00-00', '9999-99-99', '2026-02-23'];
const TIMES = ['12:00:00', '24:00:00', '23:60:00', '23:59:60', '99:99:99'];
const ID = '01890000-0000-7000-8000-000000000001';
/** Places that a list may write, and others that look like them. */
const PLACES = [
  ...['2026-13', '0000-00', '9'.repeat(15), ID, 'x', ...DAYS],
  ...DAYS.flatMap((day) => [ID, 'x', '1'].flatMap((rest) => [`${day}~${rest}`, `${rest}~${day}`])),
  ...[...DAYS.map((day) => `${day}T00:00:00.000000`), ...TIMES.map((time) => `2026-02-23T${time}.000000`)].flatMap(
    (at) => [at, `${at}~${ID}`, `${at}~x`, `${at}~x~${ID}`, `x~${at}~${ID}`, `${at}~1`],
  ),
];

test.each(table)('%s answers a place that cannot be with a refusal, never with a failure', async (_, act) => {
  const failed: string[] = [];
  for (const cursor of PLACES) {
    const query = new URLSearchParams({ ...filtersOf(act), cursor });
    const { status } = await payments.app.request(`${act.path}?${query}`, { headers });
    if (status !== 200 && status !== 400) failed.push(`${cursor}: ${status}`);
  }
  expect(failed).toEqual([]);
});
