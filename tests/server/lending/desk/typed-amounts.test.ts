import { describe, expect, test } from 'vitest';
import { formatSoles } from '#i18n/format.ts';
import { requestOf } from '#server/lending/desk/request-of.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, sandbox: true });
const ID = '01890000-0000-7000-8000-000000000001';

const AMOUNTS = STAFF_ROUTES.flatMap((route) =>
  fieldsOf(route)
    .filter(({ kind }) => kind === 'amount')
    .map((field) => ({ act: route.name, route, field })),
);
const READ = [
  ['1.200', 120_000],
  ['S/ 1.200,00', 120_000],
  ['1,200.00', 120_000],
  ['0,50', 50],
  ['0.50', 50],
  [' 1500 ', 150_000],
  ['12.5', 1250],
] as const;
const REFUSED = ['1.50.000', '1e3', '0x10', '-5', 'mil', '1,2,3', 'Infinity'];

test('the acts in which people type amounts are known', () => {
  expect(AMOUNTS.map(({ act, field }) => `${act} ${field.name}`)).toEqual([
    'approvals approve amount',
    'contact outcome amount',
    'applications approve amount',
    'loan originate amount',
    'payments list amount',
    'payments settle cost',
    'statements correct amount',
    'payouts release-batch total',
    'tax-documents declare amount',
  ]);
});

describe.each(AMOUNTS)('$act reads $field.name', ({ route, field }) => {
  const given = (text: string) => {
    const examples = fieldsOf(route).map(({ name, words }) => [name, [words.example]]);
    return { texts: { ...Object.fromEntries(examples), [field.name]: [text] } };
  };

  /** Tells that a value leaves in the address of a list, or in the body of an act. */
  const expectSent = (asked: Extract<ReturnType<typeof requestOf>, { readonly kind: 'request' }>, value: unknown) => {
    if (field.place === 'query') {
      expect(new URL(asked.path, 'http://localhost').searchParams.get(field.name)).toBe(String(value));
    } else {
      expect(String(asked.init.body)).toContain(`"${field.name.split('.').at(-1)}":${JSON.stringify(value)}`);
    }
  };

  test.each(READ)('%j as %d céntimos, and says so', (text, cents) => {
    const asked = requestOf(route, { texts: { ...given(text).texts, lines: [] } });
    if (asked.kind === 'wrong') throw new Error(JSON.stringify(asked.wrong));
    expect(asked.amounts).toContainEqual({ field, cents });
    expectSent(asked, cents / 100);
  });

  test.each(REFUSED)('%j as no number, which the API refuses', (text) => {
    const asked = requestOf(route, { texts: { ...given(text).texts, lines: [] } });
    if (asked.kind === 'wrong') throw new Error(JSON.stringify(asked.wrong));
    expect(asked.amounts).toEqual([]);
    expectSent(asked, text);
  });
});

test('a figure of parameters that people read in two ways is refused', () => {
  const route = STAFF_ROUTES.find(({ name }) => name === 'parameter propose');
  if (!route) throw new Error('no such act');
  const ask = (value: string) => requestOf(route, { texts: { value: [value] } }).kind;
  expect(['{"a": 1.200}', '[12.500]', '1.200', '1e3', '{"a": -1.000}'].map(ask)).toEqual(Array(5).fill('wrong'));
  const told = requestOf(route, { texts: { value: ['{"a": 1.200}'] } });
  expect(told.kind === 'wrong' && told.wrong).toMatchObject([
    {
      field: 'value',
      why: {
        es: 'El número 1.200 se puede leer de dos maneras: escribe 1.2, o los miles sin punto.',
        en: 'The number 1.200 can be read in two ways: write 1.2, or the thousands without a dot.',
      },
    },
  ]);
  expect(['{"a": 1200}', '1.2', '0.125', '1.2345', '{"percent":"1.200"}'].map(ask)).toEqual(Array(5).fill('request'));
});

test('a count is a whole number, never another way to write one', () => {
  const route = STAFF_ROUTES.find(({ name }) => name === 'payouts release-batch');
  if (!route) throw new Error('no such act');
  const bodyOf = (count: string) => {
    const asked = requestOf(route, { texts: { id: [ID], count: [count], total: ['6.450,00'] } });
    return asked.kind === 'request' ? JSON.parse(String(asked.init.body)) : undefined;
  };
  expect(bodyOf('12')).toEqual({ count: 12, total: 6450 });
  expect(bodyOf('1.200')).toMatchObject({ count: 1200 });
  for (const wrong of ['0x10', '1e3', '1.5']) expect(bodyOf(wrong)).toMatchObject({ count: wrong });
});

describe('the desk', () => {
  const send = async (fields: Readonly<Record<string, string>>) => {
    const { headers } = await aColleague(lending.db, `Ana ${fields['amount']}`, ROLES);
    const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
    const body = new URLSearchParams({ id: ID, ...fields });
    const init = { method: 'POST', body, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
    const response = await lending.app.request('/desk/statements/correct', init);
    return { status: response.status, text: await response.text() };
  };

  test('shows an amount as it was read before anything is done, and does it when that was seen', async () => {
    const { status, text } = await send({ amount: '1.200' });
    expect(status).toBe(200);
    expect(text).toContain(`<dd>${formatSoles(120_000)}</dd>`);
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
    expect(fields).toMatchObject({
      id: ID,
      amount: '1.200',
      'amounts-seen': expect.stringMatching(/^amount=120000 [\w-]{43}$/),
    });
    // The line does not exist: now it was asked.
    expect((await send(fields)).status).toBe(404);
  });

  test('shows it again when another one was seen', async () => {
    const { status, text } = await send({ amount: '1.300', 'amounts-seen': 'amount=120000' });
    expect(status).toBe(200);
    expect(text).toContain(formatSoles(130_000));
  });

  test('refuses what is not an amount beside its field', async () => {
    const { status, text } = await send({ amount: '1.50.000' });
    expect(status).toBe(400);
    expect(text).toContain('value="1.50.000"');
    expect(text).toMatch(/class="err"[^>]*>No se entiende así\./);
  });
});
