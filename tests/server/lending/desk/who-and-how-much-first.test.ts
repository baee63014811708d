import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AUDIT_ACT } from '#i18n/staff-codes/audit.ts';
import { TIMELINE_EVENT } from '#i18n/staff-codes/timeline.ts';
import { DESK } from '#i18n/staff-desk.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { namedFields } from '#server/lending/desk/table-view.ts';
import { type AnswerField, answerFields } from '#server/lending/staff/answer.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { aDebtor, importStatement, type Payments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { atDesk } from '#tests/support/staff/desk-session.ts';
import { type Things, withLenderAtWork } from '#tests/support/staff/full-lists.ts';

let db: Database<Tables>;
let payments: Payments;
let things: Things;
withLenderAtWork((at) => {
  ({ db, payments, things } = at);
});

const pageOf = async (path: string) => (await (await atDesk(payments, 'Ana')).open(path)).text;
const plain = (text: string) =>
  text
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
const headingOf = (text: string) => plain(/<h1>(.*?)<\/h1>/s.exec(text)?.[1] ?? '');
const titleOf = (text: string) => /<title>(.*?)<\/title>/s.exec(text)?.[1] ?? '';
/** The values of a page by the words of their fields, as far as they stand before what can be done. */
const summaryOf = (text: string) => plain(/<dl>.*?(?=<p class="acts">)/s.exec(text)?.[0] ?? '');

function everyField(fields: readonly AnswerField[], path = ''): readonly (AnswerField & { readonly path: string })[] {
  return fields
    .filter(({ isCarried }) => !isCarried)
    .flatMap((field) => [
      { ...field, path: `${path} ${field.name}` },
      ...everyField(field.fields, `${path} ${field.name}`),
    ]);
}

test('who a thing is of stands in its heading and never in the title, which browsers keep', async () => {
  const { number, personId } = things.debtor;
  const pages = [
    `/desk/loan/show?number=${number}`,
    `/desk/person/show?personId=${personId}`,
    `/desk/payments/show?id=${things.payment}`,
    `/desk/applications/show?reference=${things.application}`,
    `/desk/complaints/show?code=${things.complaint}`,
  ];
  for (const path of pages) {
    const text = await pageOf(path);
    const [, whose = ''] = headingOf(text).split(' · ');
    expect(whose, path).toMatch(/^\p{Lu}\p{L}+ \p{Lu}/u);
    expect(titleOf(text), path).not.toContain(whose);
  }
});

test('what a thing is stands before what can be done with it: of a loan how much is due, and how late', async () => {
  const { number } = things.debtor;
  const text = await pageOf(`/desk/loan/show?number=${number}`);
  const summary = summaryOf(text);
  const row = plain(
    new RegExp(`<tr>(?:(?!</tr>).)*${number}.*?</tr>`, 's').exec(await pageOf('/desk/loan/list'))?.[0] ?? '',
  );
  const amounts = row.match(/S\/ [\d.,]+/g) ?? [];
  expect(amounts.length).toBeGreaterThanOrEqual(3);
  const [due, owed] = amounts.slice(-2);
  expect(summary).toContain(`Por pagar ${due} `);
  expect(summary).toContain(`Por cobrar ${owed}`);
  expect(summary).toMatch(/Vence \d\d\/\d\d\/\d{4} Días de mora \d+/);
});

test('the loans of a client come before papers, sessions and everything that happened', async () => {
  const text = await pageOf(`/desk/person/show?personId=${things.debtor.personId}`);
  const places = ['>Préstamos</a></h2>', '<h2>Documento</h2>', '>Todo lo que pasó con el cliente</a></h2>'].map(
    (part) => text.indexOf(part),
  );
  expect(places.every((place) => place > 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
});

test('what an application and a complaint say is not folded', async () => {
  const application = await pageOf(`/desk/applications/show?reference=${things.application}`);
  for (const part of ['Datos personales', 'Datos económicos'])
    expect(application).toContain(`<details open><summary>${part}</summary>`);
  expect(application).toMatch(/Ingreso mensual<\/dt>\s*<dd>S\/\u00a0/);
  const complaint = await pageOf(`/desk/complaints/show?code=${things.complaint}`);
  expect(complaint).toContain('<details open><summary>Formulario</summary>');
});

test('a rate has the sign of the céntimos, and a colleague no prefix', async () => {
  const loan = await pageOf(`/desk/loan/show?number=${things.debtor.number}`);
  const figures = [...loan.matchAll(/<td class="figure"[^>]*>([^<]+)</g)].map(([, figure = '']) => figure);
  expect(figures.filter((figure) => /^\d+\.\d{1,2}$/.test(figure))).toEqual([]);
  expect(loan).toMatch(/TEA, %<\/dt>\s*<dd>\d+(?:,\d+)?<\/dd>/);
  const audit = await pageOf('/desk/audit/show');
  expect(audit).not.toContain('operator:');
  expect(audit).toMatch(/data-label="Quién">\w/);
});

test('the desk shows no id of the program by itself, except where rows belong together by one', () => {
  const shown = STAFF_ROUTES.filter(({ method }) => method === 'GET').flatMap(({ name, answers }) =>
    typeof answers === 'object'
      ? everyField(answerFields(answers)).flatMap(({ kind, path }) => (kind === 'id' ? [`${name}:${path}`] : []))
      : [],
  );
  expect(shown).toEqual(SHOWN_IDS);
});

test('no two columns of a table, and no two values of a thing, have one name', () => {
  const doubled = (fields: readonly AnswerField[]): readonly string[] => {
    const shown = namedFields(
      fields.filter(({ isCarried }) => !isCarried),
      fields,
    );
    const own = (['es', 'en'] as const).flatMap((locale) =>
      shown.flatMap((field, place) => {
        const other = shown.slice(0, place).find((one) => one[locale] === field[locale]);
        return other ? [`${other.name} ${field.name}: ${field[locale]}`] : [];
      }),
    );
    return [...own, ...shown.flatMap((field) => doubled(field.fields))];
  };
  const found = STAFF_ROUTES.flatMap(({ name, answers }) =>
    typeof answers === 'object' ? doubled(answerFields(answers)).map((what) => `${name}: ${what}`) : [],
  );
  expect(found).toEqual([]);
});

/** Ids behind the words of their kind, those of the archive, fingerprints, and what ties the lines of a journal together. */
const SHOWN_IDS: readonly string[] = [
  'approvals list: approvals subject',
  'approvals show: subject',
  'audit show: rows subject',
  'payouts show-batch: items orderId',
  'payouts archive: archive',
  'payouts archive: unknown orderId',
  'tasks list: tasks subject',
  'books journals: lines journal',
  'books journals: lines reference',
  'tax-documents show: xmlSha256',
  'tax-documents show: cdrSha256',
];

test('every act on record has words, and what it left is told in words', async () => {
  const root = fileURLToPath(import.meta.resolve('#server/lending/app.ts')).replace(/app\.ts$/, '');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const found = (pattern: RegExp) =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, action = '']) => action));
  const actions = found(/\baction: '([a-z-]+\.[a-z.-]+)'/g);
  expect(actions.length).toBeGreaterThan(40);
  expect(
    actions.filter((action) => !AUDIT_ACT[action]?.[0]),
    'name it as its act (contact log: contact.log), or give it words in src/i18n/staff-codes/audit.ts',
  ).toEqual([]);
  const ofClients = found(/\baction: '([a-z-]+\.[a-z.-]+)'[^{}]*?\bsubject: `(?:application|complaint|loan|person):/g);
  const done = ofClients.filter((action) => !/\.(?:view|look)/.test(action) && action !== 'person.note');
  expect(done.length).toBeGreaterThan(5);
  expect(
    done.filter((action) => !Object.hasOwn(TIMELINE_EVENT, action)),
    "a client's line of time shows it: give it words in RECORDED_ACT of src/i18n/staff-codes/timeline.ts",
  ).toEqual([]);
  const recorded = await db.kysely.selectFrom('audit').select('action').distinct().execute();
  expect(recorded.filter(({ action }) => !AUDIT_ACT[action]?.[0])).toEqual([]);
  const audit = await pageOf('/desk/audit/show?limit=500');
  expect(audit).not.toContain('&quot;');
  expect([...audit.slice(audit.indexOf('<main')).matchAll(/lang="en">([^<]*)</g)].map(([, name]) => name)).toEqual([]);
});

test('money that nobody has named is given to a candidate by a link, and the id of a payment is never typed', async () => {
  const debtor = await aDebtor(payments);
  const [{ name = '' } = {}] = [
    { name: headingOf(await pageOf(`/desk/person/show?personId=${debtor.personId}`)).split(' · ')[1] },
  ];
  await importStatement(payments, [['15/01/2026', '99001', '31.00', `YAPE ${name}`]]);
  const list = await pageOf('/desk/payments/unapplied?limit=500');
  const rows = list.split('<tr>').filter((row) => row.includes('99001'));
  const [, id] = /payments\/match\?id=([\da-f-]{36})/.exec(rows[0] ?? '') ?? [];
  const form = await pageOf(`/desk/payments/match?id=${id}`);
  expect(form).not.toContain('name="paymentId"');
  expect(form).toContain(DESK.may_be_of.es);
  const [link = ''] = new RegExp(`/desk/payments/match\\?[^"]*loanNumber=${debtor.number}`).exec(form) ?? [];
  const chosen = await pageOf(link.replaceAll('&amp;', '&'));
  expect(chosen).toContain(`<input type="hidden" name="loanNumber" value="${debtor.number}">`);
  // It says whose it is before anything is done, and asks once more with the same words.
  expect(plain(/<section class="subject".*?<\/section>/s.exec(chosen)?.[0] ?? '')).toContain(
    `${name} Número de préstamo ${debtor.number}`,
  );
  // What waits says which line it is.
  expect(plain(await pageOf('/desk/tasks/list?kind=money-unapplied&limit=500'))).toContain(
    'S/ 31,00, BCP 99001: averigua',
  );
});

test('the roles of a colleague are ticked before they are changed, and who came by a link of the sandbox is active', async () => {
  await aColleague(db, 'Nora', ['support', 'finance']);
  const list = await pageOf('/desk/colleagues/list?limit=500');
  const [, address = ''] = /href="(\/desk\/colleagues\/roles\?login=Nora[^"]*)"/.exec(list) ?? [];
  const form = await pageOf(address.replaceAll('&amp;', '&'));
  const ticked = [...form.matchAll(/name="roles" value="(\w+)" checked/g)].map(([, role]) => role);
  expect(ticked.sort()).toEqual(['finance', 'support']);
  await db.kysely
    .updateTable('colleague')
    .set({ password_hash: null, invited_until: null })
    .where('login', '=', 'Nora')
    .execute();
  const [row = ''] = (await pageOf('/desk/colleagues/list?limit=500'))
    .split('<tr>')
    .filter((one) => one.includes('>Nora<'));
  expect(plain(row)).toContain('Activo');
});

test('no filter asks for an id of the program, and one that a link has set can be seen', async () => {
  const personId = things.debtor.personId;
  expect(await pageOf('/desk/loan/list')).not.toContain('name="personId"');
  expect(await pageOf(`/desk/loan/list?personId=${personId}`)).toContain('name="personId"');
});

test('a field takes several files only where several are kept', async () => {
  expect(await pageOf('/desk/statements/import')).not.toMatch(/<input[^>]* type="file"[^>]* multiple/);
  expect(await pageOf(`/desk/complaints/answer?code=${things.complaint}`)).toMatch(
    /<input[^>]* type="file"[^>]* multiple/,
  );
});
