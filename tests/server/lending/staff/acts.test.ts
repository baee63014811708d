import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { FIELD_CODES } from '#api/field-codes.ts';
import { STAFF_ACTS, STAFF_GROUPS, type StaffActName } from '#i18n/staff-acts.ts';
import { FIELD_REFUSALS, REFUSALS } from '#i18n/staff-desk.ts';
import { staffFieldWords } from '#i18n/staff-fields.ts';
import type { HttpEnv } from '#server/kit/http.ts';
import { serveDesk } from '#server/lending/desk/desk.ts';
import { type Act, act, type StaffAct, withServices } from '#server/lending/staff/act.ts';
import { fieldsOf, schemaOf } from '#server/lending/staff/act-fields.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { describeStaffApi } from '#server/lending/staff/staff-document.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { helpOfGroup } from '#tools/lender/act-command.ts';

const lending = withTestLending();
const LENDER = { title: 'Mañay', siteUrl: 'https://manay.example' };
const document = describeStaffApi(STAFF_ROUTES, LENDER);

/** Acts, their fields, and what can be chosen in them, that have no words in both languages. */
function wordless(acts: readonly Act[]): string[] {
  return acts.flatMap((act) => {
    const fields = fieldsOf(act).map(({ name }) => [name, staffFieldWords(act.name, name.split('.').at(-1) ?? '')]);
    const all = [['', STAFF_ACTS[act.name] && { ...STAFF_ACTS[act.name], example: '–' }], ...fields] as const;
    const isSaid = (words: (typeof all)[number][1]) =>
      typeof words === 'object' && words.es && words.en && words.example;
    const choices = fieldsOf(act).filter(({ kind }) => /^choices?$/.test(kind));
    const codes = choices.flatMap(({ options, words }) => options.filter((code) => !words.codes?.[code]));
    const unsaid = all.flatMap(([name, words]) => (isSaid(words) ? [] : [name]));
    return [...unsaid, ...codes].map((what) => `${act.name} ${what}`.trim());
  });
}

test('each act and each of its fields has words in both languages, and no words are left over', () => {
  const files = 'src/i18n/staff-acts.ts, and for fields and choices src/i18n/staff-fields.ts';
  expect(wordless(STAFF_ROUTES), `add words to ${files}`).toEqual([]);
  expect(STAFF_ROUTES.map(({ name }) => name).sort()).toEqual(Object.keys(STAFF_ACTS).sort());
  const groups = new Set(STAFF_ROUTES.map(({ name }) => name.split(' ')[0]));
  expect([...groups].sort()).toEqual(Object.keys(STAFF_GROUPS).sort());
});

test('an example is what its field takes: a date for dates, and for nothing else', () => {
  const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
  const wrong = STAFF_ROUTES.flatMap((route) =>
    fieldsOf(route)
      .filter(({ kind, words }) => isDate(words.example) !== (kind === 'date'))
      .map(({ name }) => `${route.name} ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('a new act is in the document, the commands and the desk by its description alone, and its words are asked for', async () => {
  const answer = (c: Context) => c.json({ login: 'ana', name: 'Ana', roles: ROLES });
  const body = z.object({ date: z.string(), colour: z.enum(['SKY_BLUE', 'DONE']) });
  const fresh = act({
    name: 'holiday rename' as StaffActName,
    path: '/api/v1/staff/x',
    may: ['admin'],
    body,
    answer,
  });
  expect(wordless([fresh])).toEqual([
    'holiday rename',
    'holiday rename colour',
    'holiday rename SKY_BLUE',
    'holiday rename DONE',
  ]);

  const described: StaffAct<unknown> = { ...fresh, name: 'holiday add' };
  const cookie = `__Host-desk=${'a'.repeat(43)}`;
  const places = async (acts: readonly StaffAct<never>[]) => {
    const app = new Hono<HttpEnv>().get(`${STAFF_PATH}/me`, answer);
    serveDesk(app, lending, { routes: withServices(acts, undefined as never) });
    const page = await app.request('/desk/holiday', { headers: { cookie } });
    return [
      JSON.stringify(describeStaffApi(acts, LENDER).paths).includes('holiday-add'),
      helpOfGroup(acts, 'holiday')?.includes('holiday add --date 2026-02-14 --colour') ?? false,
      (await page.text()).includes('href="/desk/holiday/add"'),
    ];
  };
  const others = STAFF_ROUTES.filter(({ name }) => name !== 'holiday add');
  expect(await places(others)).toEqual([false, false, false]);
  expect(await places([...others, described])).toEqual([true, true, true]);
});

test('the form of a field is worked out once: a page of the desk asks for those of many acts', () => {
  const body = STAFF_ROUTES.find((one) => one.body)?.body;
  expect(schemaOf(body)).toBe(schemaOf(body));
});

test('an act that needs a token of programs is served only where there is one', async () => {
  const { headers } = await aColleague(lending.db, 'Ana');
  const ask = (app: typeof lending.app) => app.request(`${STAFF_PATH}/maintenance-passes`, { method: 'POST', headers });
  expect((await ask(lending.app)).status).toBe(404);
  const withToken = createTestLending(lending.db, { operatorToken: OPERATOR_TOKEN });
  expect((await ask(withToken.app)).status).toBe(201);
});

test('each refusal that no client gets has words of a colleague in both languages', () => {
  const folder = fileURLToPath(import.meta.resolve('#server/lending/app.ts')).replace(/app\.ts$/, '');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const codes = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/refused\(\s*4\d\d,\s*'(\w+)'/g)].map(([, code]) => code),
  );
  const toOthers = ['bad_signature', 'impersonation_forbidden', 'unauthorized'];
  const forClients = ENDPOINTS.flatMap(({ refusals = [] }) => refusals as readonly string[]);
  const unsaid = codes.filter((code = '') => ![...toOthers, ...forClients].includes(code) && !REFUSALS[code]?.es);
  expect([...new Set(unsaid)], 'add words to src/i18n/staff-refusals.ts').toEqual([]);
});

test('each refusal of every call, and of each field, has words of a colleague in both languages', () => {
  const ofEveryCall = ['internal_error', 'maintenance', 'rate_limited', 'unavailable', 'holiday_table_missing'];
  expect(ofEveryCall.filter((code) => !REFUSALS[code]?.es)).toEqual([]);
  expect(FIELD_CODES.filter((code) => !FIELD_REFUSALS[code]?.es)).toEqual([]);
});

test('each act names in its path what it describes', () => {
  for (const route of STAFF_ROUTES) {
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const described = fieldsOf(route).filter(({ place }) => place === 'params');
    expect(described.map((field) => field.name)).toEqual(inPath);
  }
});

test('the document has every act once, with who may do it, its tag and a description', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as never })),
  );
  expect(operations).toHaveLength(STAFF_ROUTES.length);
  const ids = operations.map(({ operation: { operationId } }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { operation } of operations) {
    expect(operation).toMatchObject({
      tags: [expect.any(String)],
      description: expect.stringMatching(/^(For|The way in)/),
    });
    // The document's own counts where a call has none.
    expect((operation as { security?: unknown }).security ?? document.security).toBeInstanceOf(Array);
  }
  const refers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
  expect(new Set(refers)).toEqual(new Set(['#/components/schemas/Error']));
  expect(document.info).toMatchObject({ contact: { url: 'https://manay.example' }, license: expect.anything() });
  expect(JSON.parse(JSON.stringify(document)).paths['/api/v1/staff/payments/{id}/refund'].post).toMatchObject({
    operationId: 'payments-refund',
    summary: 'Give the whole payment back',
    requestBody: { content: { 'application/json': { schema: { properties: { reason: { description: 'Reason' } } } } } },
  });
});
