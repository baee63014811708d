import { expect, test } from 'vitest';
import { STAFF_ACTS, type StaffActName } from '#i18n/staff-acts.ts';
import { actionsOnRecord, actOnRecord } from '#i18n/staff-codes/audit.ts';
import { recordedFact } from '#i18n/staff-codes/recorded-facts.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { subjectText } from '#server/lending/staff/value-text.ts';
import type { Payments } from '#tests/support/payments/payments.ts';
import { atDesk } from '#tests/support/staff/desk-session.ts';
import { type Things, withLenderAtWork } from '#tests/support/staff/full-lists.ts';

let db: Database<Tables>;
let payments: Payments;
let things: Things;
withLenderAtWork((at) => {
  ({ db, payments, things } = at);
});

interface Recorded {
  readonly action: string;
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Records acts under the name of one colleague, and reads their rows at the desk: newest first. */
async function rowsOf(login: string, acts: readonly Recorded[]): Promise<string[][]> {
  await db.kysely.transaction().execute(async (trx) => {
    for (const act of acts) await recordAudit(trx, { ...act, actor: `staff:${login}`, at: payments.clock.now() });
  });
  const desk = await atDesk(payments, 'Ana');
  const { text } = await desk.open(`/desk/audit/show?colleague=${login}&limit=500`);
  return [...text.matchAll(/<tr>\s*(<td.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => plain(cell)),
  );
}

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

const ID = uuidv7(1_768_478_400_000);
const END = ID.slice(-6);
const STEPS = { voided: 0, reminded: 1, daysWritten: 31 };

/** Acts of every kind of record, and what a colleague reads of each. */
const READ: readonly (readonly [Recorded, readonly string[]])[] = [
  [
    {
      action: 'business-date.advance',
      subject: 'business-date:2026-02-24',
      after: { days: 40, steps: STEPS, failed: [] },
    },
    [
      'Adelantar el día de prueba',
      'Día contable 2026-02-24',
      '–',
      'Días: 40, Pasos: (Préstamos anulados: 0, Recordatorios: 1, Días escritos: 31), Fallido: –',
    ],
  ],
  [
    {
      action: 'complaint.assign',
      subject: 'complaint:LR-2026-000001',
      before: { status: 'RECEIVED' },
      after: { status: 'ASSIGNED' },
    },
    ['Se asignó el reclamo', 'Reclamo LR-2026-000001', 'Estado: Recibido', 'Estado: En revisión'],
  ],
  [
    {
      action: 'contact.log',
      subject: 'loan:P-2026-0000001',
      after: { channel: 'CALL', recipient: 'CLIENT', refused: 'weekend' },
    },
    [
      'Se registró un contacto',
      'Préstamo P-2026-0000001',
      '–',
      'Canal: Llamada, Si se podía: No: fin de semana, Con quién: Cliente',
    ],
  ],
  [
    {
      action: 'payout.paid',
      subject: `disbursement:${ID}`,
      before: { status: 'SENDING' },
      after: { kind: 'paid', valueDate: '2026-01-15', providerRef: 'B-77' },
    },
    [
      'El banco pagó la orden',
      `Desembolso …${END}`,
      'Estado: Enviándose',
      'Qué se dijo de la orden: El banco la pagó, Fecha valor: 15/01/2026, Referencia del banco o proveedor: B-77',
    ],
  ],
  [
    { action: 'bank-line.correct', subject: `bank-line:${ID}`, after: { was: 509.44, amount: 469.44 } },
    [
      'Corregir una línea del banco',
      `Línea del banco …${END}`,
      '–',
      'Monto de antes: S/ 509,44, Monto en soles: S/ 469,44',
    ],
  ],
  [
    {
      action: 'parameter.propose',
      subject: 'parameter:igv/general',
      before: { percent: '18.00' },
      after: { value: { percent: '19.00' }, validFrom: '2026-03-01', proposalId: ID },
    },
    ['Proponer un parámetro', 'Parámetro igv/general', 'IGV: 18,00 %', 'IGV: 19,00 %; Rige desde: 01/03/2026'],
  ],
  [
    { action: 'loan.list', subject: 'loan', after: { of: 2, shown: 2, status: 'PAID,PERFORMING' } },
    ['Préstamos', 'Préstamos', '–', 'De: 2, Se mostraron: 2, Estado: Pagado, Al día'],
  ],
  [
    { action: 'contact.show', subject: 'contact', after: { loanNumber: 'P-2026-0000001', shown: 0 } },
    ['Si se puede llamar ahora', 'Contacto', '–', 'Se mostraron: 0, Número de préstamo: P-2026-0000001'],
  ],
  [
    { action: 'search', subject: 'search', after: { found: [`client:${ID}`], shown: 1 } },
    ['Buscar a un cliente o un número', 'Buscar', '–', `Encontrados: Cliente …${END}, Se mostraron: 1`],
  ],
  [
    { action: 'client-area.get-loan', subject: `person:${ID}`, after: { call: 'get-loan', params: {} } },
    ['Se usó su área en su nombre', `Cliente …${END}`, '–', 'Llamada: get-loan, De qué: –'],
  ],
];

test('what is on record of an act is told in its words, without codes and without JSON, the newest first', async () => {
  const rows = await rowsOf(
    'registro',
    READ.map(([act]) => act),
  );
  // When and who come first.
  expect(rows.map((row) => row.slice(2))).toEqual(READ.map(([, words]) => words).toReversed());
});

test('the file of the record for people tells what an act did in the words of the desk', async () => {
  await rowsOf(
    'archivo',
    READ.map(([act]) => act),
  );
  const { text } = await (await atDesk(payments, 'Ana')).open('/desk/audit/show?colleague=archivo&as=csv');
  const file = text.replaceAll('\u00a0', ' ').replaceAll('""', '"');
  expect(file).toContain('Días: 40, Pasos: (Préstamos anulados: 0, Recordatorios: 1, Días escritos: 31), Fallido: –');
  expect(file.split('\r\n').filter((line) => line.includes('{'))).toEqual([]);
  const told = READ.filter(([{ subject }]) => !subject.startsWith('parameter:'));
  expect(told.filter(([, words]) => !words.slice(-2).every((words) => words === '–' || file.includes(words)))).toEqual(
    [],
  );
});

test('a text of a colleague that is spelt like a code, or like the name of a list, stays as it was written', async () => {
  const texts = [
    'paid.',
    'constructor',
    'a.toString',
    'loan',
    'REFUSES',
    'paid',
    'ok',
    'CALL',
    'weekend',
    '2026-01-15',
    '12.5',
  ];
  const rows = await rowsOf(
    'textos',
    texts.map((reason) => ({ action: 'payment.refund', subject: `payment:${ID}`, after: { reason } })),
  );
  expect(rows.map((row) => row.at(-1))).toEqual(texts.toReversed().map((text) => `Motivo: ${text}`));
});

test('what an act was about leads to its page, for those who may open it', async () => {
  const { number } = things.debtor;
  await rowsOf('enlaces', [{ action: 'loan.view', subject: `loan:${number}` }]);
  const path = '/desk/audit/show?colleague=enlaces';
  const link = `<a href="/desk/loan/show?number=${number}">Préstamo ${number}</a>`;
  expect((await (await atDesk(payments, 'Ana')).open(path)).text).toContain(link);
});

test('the record is looked through by an act: done, proposed and approved', async () => {
  const subject = `payment:${ID}`;
  const others = ['payment.refund-paid', 'payment.view'].map((action) => ({ action, subject }));
  const own = ['payment.refund.propose', 'payment.refund', 'payment.refund.approve'].map((action) => ({
    action,
    subject,
  }));
  await rowsOf('filtro', [...others, ...own]);
  const desk = await atDesk(payments, 'Ana');
  const shown = (await desk.open('/desk/audit/show?colleague=filtro&act=payments+refund')).text;
  expect([...shown.matchAll(/<td data-label="Acto">([^<]*)</g)].map(([, act]) => act)).toEqual([
    'Devolver el pago completo: se aprobó',
    'Devolver el pago completo',
    'Devolver el pago completo: se propuso',
  ]);
  expect(shown).toContain('Acto: <strong>Devolver el pago completo</strong>');
  expect((await desk.open('/desk/audit/show?act=nothing')).status).toBe(400);
  // Each choice has a name on record, or its search would be a mistake of ours.
  const acts = Object.keys(STAFF_ACTS) as StaffActName[];
  expect(acts.filter((act) => actionsOnRecord(act).length === 0)).toEqual([]);
});

test('a text of the record that begins as a property of every object does is shown as it is written', () => {
  const say = ({ es }: { readonly es: string }): string => es;
  for (const text of ['constructor:7', 'toString 7', 'constructor']) expect(subjectText({ say }, text)).toBe(text);
  expect(recordedFact('constructor propose', 'toString')).toBeUndefined();
  expect(actOnRecord('constructor')).toBeUndefined();
});
