import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { PARAMETER_KEY, PARAMETER_KIND } from '#i18n/staff-codes/parameters.ts';
import { leavesOf } from '#server/lending/desk/figure-text.ts';
import { figureFields } from '#server/lending/desk/forms/figure-form.ts';
import { figuresTyped, textsOfValue, withStored } from '#server/lending/desk/forms/figure-value.ts';
import { insertParameters, type ParameterRow } from '#server/lending/parameters/parameter-store.ts';
import { schemaOfParameter } from '#server/lending/parameters/parameters.ts';
import { POLICY_KEYS } from '#server/lending/parameters/policies.ts';
import { SEED_PARAMETERS, seedParameters } from '#server/lending/parameters/seed-parameters.ts';
import { type Figure, figuresOf } from '#server/lending/staff/figure.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { atDesk } from '#tests/support/staff/desk-session.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
beforeEach(async () => {
  await sql`truncate parameter, parameter_proposal`.execute(lending.db.kysely);
  await seedParameters(lending.db.kysely);
});
const FORM = '/desk/parameter/propose';
const REASON = 'La ley sube el impuesto.';

const seeds = SEED_PARAMETERS.map((row) => [`${row.kind} ${row.key} of ${row.validFrom}`, row] as const);
const figuresOfRow = ({ kind, key }: ParameterRow): readonly Figure[] => {
  const schema = schemaOfParameter({ kind, key });
  return schema ? figuresOf(schema) : [];
};

/** The fields that a page has for a value, as a browser would send them. */
function fieldsOn(text: string): [string, string][] {
  const typed = [...text.matchAll(/<input [^>]*name="(value\.[^"]+|beside|kind|key)"[^>]*>/g)].flatMap(
    ([tag, name = '']): [string, string][] => {
      const value = /value="([^"]*)"/.exec(tag)?.[1] ?? '';
      return tag.includes('checkbox') && !tag.includes(' checked') ? [] : [[name, value]];
    },
  );
  const chosen = [...text.matchAll(/<select [^>]*name="(value\.[^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']): [string, string] => [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ''],
  );
  return [...typed, ...chosen];
}

const changed = (fields: readonly (readonly [string, string])[], by: Readonly<Record<string, string>>) =>
  fields.map(([name, value]): [string, string] => [name, by[name] ?? value]);

test.each(seeds)('every figure of %s has words in both languages and is shown', (_, row) => {
  const walk = (figures: readonly Figure[]): string[] =>
    figures.flatMap((figure) => [
      ...(figure.es === figure.name || figure.en === figure.name ? [figure.name] : []),
      ...walk(figure.fields),
    ]);
  const figures = figuresOfRow(row);
  expect(walk(figures)).toEqual([]);
  expect(leavesOf((words) => words.es, figures, row.value).length).toBeGreaterThan(0);
});

test.each(seeds)('no two figures of %s have one name, so that the second account sees each of them', (_, row) => {
  for (const language of ['es', 'en'] as const) {
    const labels = leavesOf((words) => words[language], figuresOfRow(row), row.value).map(({ label }) => label);
    expect(labels).toEqual([...new Set(labels)]);
  }
});

test('of two rows under one name the second is numbered', () => {
  const row = { name: 'techFee', kind: 'flat', netCents: 500, discountCents: 0 };
  const price = { kind: 'price', key: '1', value: {}, validFrom: '2026-02-01', validTo: null };
  const value = { teaPercent: '90.00', fees: [row, { ...row, netCents: 900 }] };
  const leaves = leavesOf((words) => words.es, figuresOfRow(price), value);
  expect(leaves.filter(({ label }) => label.endsWith('Monto'))).toEqual([
    { label: 'Comisiones, sin IGV · Comisión tecnológica · Monto', text: 'S/\u00a05,00' },
    { label: 'Comisiones, sin IGV · Comisión tecnológica (2) · Monto', text: 'S/\u00a09,00' },
  ]);
});

test.each(seeds)('%s comes out of its form as it went in', (_, row) => {
  const figures = figuresOfRow(row);
  const wrong: string[] = [];
  const texts = textsOfValue(figures, 'value', row.value);
  const again = figuresTyped(figures, 'value', texts, (name) => wrong.push(name));
  expect([wrong, again]).toEqual([[], row.value]);
});

test('every kind and key has words', () => {
  const missing = SEED_PARAMETERS.filter(
    ({ kind, key }) => !(kind in PARAMETER_KIND) || !(key in PARAMETER_KEY || /^\d+$/.test(key)),
  );
  const advice = 'add words to PARAMETER_KIND or PARAMETER_KEY of src/i18n/staff-codes/parameters.ts';
  expect(
    missing.map(({ kind, key }) => `${kind} ${key}`),
    advice,
  ).toEqual([]);
  expect(
    POLICY_KEYS.filter((key) => !(key in PARAMETER_KEY)),
    advice,
  ).toEqual([]);
});

test('a form without its parameter offers every one of them in words, and a new product by its number', async () => {
  const ana = await atDesk(lending, 'Ana');
  const { text } = await ana.open(FORM);
  expect(text).toContain('href="/desk/parameter/propose?kind=policy&amp;key=late">Política · Mora y castigo</a>');
  // Ended long ago, and no row of the list.
  expect(text).toContain('href="/desk/parameter/propose?kind=rate_cap&amp;key=consumer">');
  expect((await ana.open(`${FORM}?kind=price&key=13`)).text).toContain('name="value.teaPercent"');
  expect((await ana.open(`${FORM}?kind=policy&key=nonsense`)).text).toContain('No hay ese parámetro.');
});

test('a parameter has a field for each figure beside what is in force, and no JSON', async () => {
  const ana = await atDesk(lending, 'Ana');
  const { text } = await ana.open(`${FORM}?kind=policy&key=late`);
  expect(text).toContain('Política · Mora y castigo');
  expect(text).toMatch(/Interés moratorio al año<\/label>.*?value="16,97".*?%.*?Ahora: <strong>16,97\u00a0%/s);
  expect(text).toMatch(/no cuenta como mora<\/label>.*?value="1,00".*?soles.*?Ahora: <strong>S\/\u00a01,00/s);
  expect(text).toMatch(/incumplimiento después de<\/label>.*?value="60".*?días.*?Ahora: <strong>60 días/s);
  expect(text).toMatch(/<option value="DUE_DATE" selected>Del vencimiento/);
  const [form] = /<form class="act".*?<\/form>/s.exec(text) ?? [];
  expect(form).not.toMatch(/JSON|&quot;|\{/);
});

test('one figure is changed, and the second account sees it beside the old one with only that marked', async () => {
  const [ana, luis] = [await atDesk(lending, 'Ana'), await atDesk(lending, 'Luis')];
  const page = await ana.open(`${FORM}?kind=price&key=11`);
  const fields = changed(fieldsOn(page.text), { 'value.teaPercent': '96,5', 'value.fees.0.netCents': 'S/ 5,00' });
  const done = await ana.send(FORM, [...fields, ['validFrom', '2026-02-01'], ['reason', REASON]]);
  expect(done.status).toBe(200);
  const { proposals } = await proposed();
  expect(proposals[0]?.value).toEqual({
    teaPercent: '96.50',
    fees: [
      { name: 'techFee', kind: 'perInstallment', netCents: 500, discountCents: 0 },
      { name: 'acceleratedAcceptanceFee', kind: 'spread', netCents: 3000, discountCents: 0 },
    ],
  });
  const { text } = await luis.open(`/desk/parameter/approve?id=${proposals[0]?.id}`);
  expect([...text.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, marked]) => marked)).toEqual([
    '96,50\u00a0%',
    'S/\u00a05,00',
  ]);
  expect(text).toMatch(/Comisión tecnológica · Monto<\/th>\s*<td>S\/\u00a04,00<\/td>/);
  expect((await luis.send('/desk/parameter/approve', { id: String(proposals[0]?.id) })).status).toBe(200);
});

test('a row is taken away and another added; what is left keeps its order', async () => {
  const ana = await atDesk(lending, 'Ana');
  const page = await ana.open(`${FORM}?kind=policy&key=extension`);
  const fields = changed(fieldsOn(page.text), {
    'value.termOptions': '7, 14, 21',
    'value.feesCents.3.days': '21',
    'value.feesCents.3.value': '10',
  });
  const sent = [
    ...fields,
    ['value.feesCents.2.removed', 'true'],
    ['validFrom', '2026-02-01'],
    ['reason', REASON],
  ] as const;
  expect((await ana.send(FORM, sent)).status).toBe(200);
  const { proposals } = await proposed();
  expect(proposals[0]?.value).toMatchObject({ termOptions: [7, 14, 21], feesCents: { 7: 500, 14: 800, 21: 1000 } });
});

test.each([
  ['what cannot be read', 'policy', 'late', { 'value.toleranceCents': 'mucho' }, 'value.toleranceCents'],
  ['what is missing', 'policy', 'late', { 'value.moratoryPercent': '' }, 'value.moratoryPercent'],
  ['a number out of its range', 'policy', 'late', { 'value.defaultAfterDays': '0' }, 'value.defaultAfterDays'],
  ['a discount above its fee', 'price', '1', { 'value.fees.1.discountCents': '99' }, 'value.fees.1.discountCents'],
  ['a percent over its cap', 'price', '11', { 'value.teaPercent': '120' }, 'value.teaPercent'],
  ['a smallest amount above the largest', 'product', '1', { 'value.minAmount': '9000' }, 'value.minAmount'],
  ['a term that is no choice', 'product', '1', { 'value.defaultTerm': '9' }, 'value.defaultTerm'],
  ['an order that pays something twice', 'policy', 'allocation', { 'value.order': 'principal' }, 'value.order'],
])('%s is refused at its field, with what was typed', async (_, kind, key, by: Record<string, string>, field) => {
  const ana = await atDesk(lending, 'Ana');
  const page = await ana.open(`${FORM}?kind=${kind}&key=${key}`);
  const sent = changed(fieldsOn(page.text), by);
  const { status, text } = await ana.send(FORM, [...sent, ['validFrom', '2026-02-01'], ['reason', REASON]]);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text).toContain(`id="f-${field.replaceAll('.', '-')}-error"`);
  if (by[field] !== '' && field !== 'value.order')
    expect(text).toMatch(new RegExp(`name="${field}"[^>]*value="${by[field]}"`));
  expect((await proposed()).proposals).toEqual([]);
});

const NEW_LEVEL = {
  'value.levels.5.fromPoints': '35',
  'value.levels.5.maxSinglePayCents': '1.000,00',
  'value.levels.5.techFeeDiscountPercent': '8',
};

test('a level between two others is typed in the last row, stored in its place and shown to the second account', async () => {
  const [ana, luis] = [await atDesk(lending, 'Ana'), await atDesk(lending, 'Luis')];
  const page = await ana.open(`${FORM}?kind=policy&key=trust`);
  const numbers = { 'value.levels.2.level': '4', 'value.levels.3.level': '5', 'value.levels.4.level': '6' };
  const fields = changed(fieldsOn(page.text), { ...numbers, ...NEW_LEVEL, 'value.levels.5.level': '3' });
  expect((await ana.send(FORM, [...fields, ['validFrom', '2026-02-01'], ['reason', REASON]])).status).toBe(200);
  const { proposals } = await proposed();
  const value = proposals[0]?.value as { readonly levels: readonly object[] };
  expect(value.levels.map((level) => Object.values(level).slice(0, 2))).toEqual([
    [1, 50_000],
    [2, 20],
    [3, 35],
    [4, 50],
    [5, 90],
    [6, 140],
  ]);
  const { text } = await luis.open(`/desk/parameter/approve?id=${proposals[0]?.id}`);
  expect(text).toMatch(
    /Niveles · 3 · Préstamo de un solo pago, hasta<\/th>\s*<td>S\/\u00a01\.200,00.*?S\/\u00a01\.000,00/s,
  );
});

test('a level above the last one from fewer points is refused above the rows, a number that is there twice at its field', async () => {
  const ana = await atDesk(lending, 'Ana');
  const fields = fieldsOn((await ana.open(`${FORM}?kind=policy&key=trust`)).text);
  const sent = (level: string) =>
    ana.send(FORM, [
      ...changed(fields, { ...NEW_LEVEL, 'value.levels.5.level': level }),
      ['validFrom', '2026-02-01'],
      ['reason', REASON],
    ]);
  expect((await sent('6')).text).toContain('id="f-value-levels-error"');
  // The rows are in their order again: the new one is the fourth.
  expect((await sent('3')).text).toMatch(/id="f-value-levels-3-level-error">Está repetido\./);
  expect((await proposed()).proposals).toEqual([]);
});

test('a row of requirements is added in the empty card, which shows no figures of another row, and is stored in its place', async () => {
  const ana = await atDesk(lending, 'Ana');
  const { text } = await ana.open(`${FORM}?kind=policy&key=requirements`);
  const [card = ''] = /<summary>Agregar una fila<\/summary>.*?<\/details>/s.exec(text) ?? [];
  expect([...card.matchAll(/Ahora: <strong>(.*?)<\/strong>/g)].map(([, now]) => now)).toEqual(
    Array.from({ length: 7 }, () => '–'),
  );
  const row = {
    'value.rows.4.upTo': '2000',
    'value.rows.4.referees': '1',
    'value.rows.4.checks.identity': 'WITH_PROVIDER',
    'value.rows.4.checks.account-holder': 'WITH_PROVIDER',
    'value.rows.4.checks.bureau': 'NEVER',
  };
  const fields = changed(fieldsOn(text), row);
  const done = await ana.send(FORM, [...fields, ['validFrom', '2026-02-01'], ['reason', REASON]]);
  expect(done.status).toBe(200);
  const { proposals } = await proposed();
  const value = proposals[0]?.value as { readonly rows: readonly { readonly upTo?: number }[] };
  expect(value.rows.map(({ upTo }) => upTo)).toEqual([500, 1000, 2000, 3000, undefined]);
});

test('what is wrong with several figures together is said at their name', async () => {
  const ana = await atDesk(lending, 'Ana');
  const fields = fieldsOn((await ana.open(`${FORM}?kind=policy&key=tax-documents`)).text);
  const same = changed(fields, { 'value.series.creditNote': 'B001', 'value.series.receipt': 'B001' });
  const { text } = await ana.send(FORM, [...same, ['validFrom', '2026-02-01'], ['reason', REASON]]);
  expect(text).toMatch(/>Series<\/legend>\s*<p class="err" id="f-value-series-error">No se entiende así\./);
});

test.each(['points', 'score.weights', 'rows.0.checks'])('so is what is wrong with all of %s', (of) => {
  const wrong = { [`value.${of}`]: 'Así no.' };
  const shown = ['trust', 'requirements'].map((key) => {
    const row = SEED_PARAMETERS.find((one) => one.key === key) as ParameterRow;
    const texts = textsOfValue(figuresOfRow(row), 'value', row.value);
    const form = { say: (words: { readonly es: string }) => words.es, texts, wrong };
    return String(figureFields(form, figuresOfRow(row), { above: 'value', now: row.value }));
  });
  expect(shown.filter((text) => text.includes('Así no.'))).toHaveLength(1);
});

test('nothing changed is refused, and so is a day on which another value is in force than the one that was shown', async () => {
  const ana = await atDesk(lending, 'Ana');
  const fields = fieldsOn((await ana.open(`${FORM}?kind=price&key=1`)).text);
  const same = await ana.send(FORM, [...fields, ['validFrom', '2026-02-01'], ['reason', REASON]]);
  expect(same.text).toContain('No cambiaste nada.');
  // The launch discount of three soles ends in March.
  const changedTea = changed(fields, { 'value.teaPercent': '100' });
  const later = await ana.send(FORM, [...changedTea, ['validFrom', '2026-05-01'], ['reason', REASON]]);
  expect(later.status).toBe(400);
  expect(later.text).toContain('Ese día rige otro valor');
  expect(later.text).toMatch(/value="100".*?Ahora: <strong>110,00/s);
  expect(later.text).toMatch(
    /name="value\.fees\.0\.discountCents" type="text" value="3,00".*?Ahora: <strong>S\/\u00a00,00/s,
  );
  expect((await proposed()).proposals).toEqual([]);
});

test('what nobody has touched stays as it is stored: a percent with one decimal, choices in another order', async () => {
  const [ana, luis] = [await atDesk(lending, 'Ana'), await atDesk(lending, 'Luis')];
  await sql`truncate parameter`.execute(lending.db.kysely);
  await seedParameters(lending.db.kysely, SEED_PARAMETERS.map(writtenOtherwise));
  const [late, requirements] = await Promise.all(
    ['late', 'requirements'].map(async (key) => fieldsOn((await ana.open(`${FORM}?kind=policy&key=${key}`)).text)),
  );
  const rest = [
    ['validFrom', '2026-02-01'],
    ['reason', REASON],
  ] as const;
  for (const fields of [late, requirements] as [string, string][][])
    expect((await ana.send(FORM, [...fields, ...rest])).text).toContain('No cambiaste nada.');
  const days = changed(late as [string, string][], { 'value.writeOffAfterDays': '200' });
  expect((await ana.send(FORM, [...days, ...rest])).status).toBe(200);
  const { proposals } = await proposed();
  expect(proposals[0]?.value).toMatchObject({ moratoryPercent: '16.9', writeOffAfterDays: 200 });
  const { text } = await luis.open(`/desk/parameter/approve?id=${proposals[0]?.id}`);
  expect([...text.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, marked]) => marked)).toEqual(['200 días']);
});

test('a percent that is typed again in another way is the same, a fee by days keeps its place', () => {
  const extension = figuresOf(schemaOfParameter({ kind: 'policy', key: 'extension' }) as never);
  const late = figuresOf(schemaOfParameter({ kind: 'policy', key: 'late' }) as never);
  const days = { termOptions: [7], feesCents: { 7: 500, 14: 900 } };
  expect(withStored(extension, days, { termOptions: [7], feesCents: { 7: 500, 14: 800 } })).toEqual(days);
  const percents = { moratoryPercent: '16.90', moratoryCapPercent: '17.00' };
  const stored = { moratoryPercent: '16.9', moratoryCapPercent: '16.9' };
  expect(withStored(late, percents, stored)).toEqual({ moratoryPercent: '16.9', moratoryCapPercent: '17.00' });
});

test('a value that only begins later is told, with its first day', async () => {
  const ana = await atDesk(lending, 'Ana');
  const none = await ana.open(`${FORM}?kind=promotion&key=13`);
  expect(none.text).not.toContain('Hay uno que rige');
  const value = { enabled: false, upToAmount: 0, upToTerm: 0 };
  const row = { kind: 'promotion', key: '13', value, validFrom: '2026-03-01', validTo: null };
  await insertParameters(lending.db.kysely, [{ ...row, approvedBy: 'seed' }], Date.now());
  const { text } = await ana.open(`${FORM}?kind=promotion&key=13`);
  expect(text).toContain('Ahora no rige ningún valor.');
  expect(text).toContain('Hay uno que rige desde el 01/03/2026.');
  expect((await ana.open(`${FORM}?kind=promotion&key=13&validFrom=2026-03-02`)).text).not.toContain('Hay uno');
});

/** A parameter of a new lender as somebody may have stored it: the same figures, written in another way. */
function writtenOtherwise<Row extends ParameterRow>(row: Row): Row {
  const value = row.value as Readonly<Record<string, unknown>>;
  if (row.key === 'late') return { ...row, value: { ...value, moratoryPercent: '16.9' } };
  if (row.key !== 'requirements') return row;
  const rows = value['rows'] as readonly { readonly papers: readonly string[] }[];
  return { ...row, value: { ...value, rows: rows.map((one) => ({ ...one, papers: [...one.papers].reverse() })) } };
}

async function proposed() {
  const { headers } = await aColleague(lending.db, 'Eva');
  const answer = await lending.app.request('/api/v1/staff/parameters', { headers });
  return (await answer.json()) as { readonly proposals: readonly { readonly id: string; readonly value: unknown }[] };
}
