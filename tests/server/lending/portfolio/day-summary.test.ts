import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openWords } from '#server/lending/messages/outbox-store.ts';
import { closeDay } from '#server/lending/portfolio/close-day.ts';
import type { DaySummary } from '#server/lending/portfolio/day-summary.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { createTestBook, deliver, testMail } from '#tests/support/complaints/complaints-book.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { createTestLending } from '#tests/support/lending/lending-app.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan, closeThrough, createLoanService, type LoanService, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, createPayments } from '#tests/support/payments/payments.ts';
import { testVault } from '#tests/support/people/vault.ts';

const TO = ['gerencia@lender.example', 'finanzas@lender.example'];
const summaryTo = (to: readonly string[] = TO): DaySummary => ({
  to,
  deskUrl: 'https://mesa.lender.example',
  vault: testVault(),
});

/** A database of its own, because what is written of a day stays for ever. */
async function aLender(): Promise<LoanService> {
  const service = createLoanService(await openTestDatabase(), '2026-01-15');
  onTestFinished(() => service.db.close());
  return service;
}

/** The letters that wait to leave, in the order in which they were written. */
async function letters({ db }: Pick<LoanService, 'db'>) {
  const rows = await db.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('template', '=', 'day-summary')
    .orderBy('id')
    .execute();
  const vault = testVault();
  return rows.map(({ id, recipient, subject, body }) =>
    openWords(vault, id, { recipient: recipient ?? '', subject: subject ?? '', body: body ?? '' }),
  );
}

const subjects = (through: number) =>
  Array.from({ length: through }, (_, day) => `El negocio al ${15 + day}/01/2026`).flatMap((one) => [one, one]);

test('each day that has ended is told once to each address, also when several are closed late and at once', async () => {
  const service = await aLender();
  await aLoan(service, EX1_TERMS);
  const context = { ...service.context, daySummary: summaryTo() };
  await closeDay(context);
  expect(await letters(service)).toEqual([]);

  await closeThrough(service, '2026-01-16');
  await closeDay(context);
  await closeDay(context);
  expect((await letters(service)).map(({ subject }) => subject)).toEqual(subjects(1));

  // Nobody closed for four days, and then three processes at once.
  await closeThrough(service, '2026-01-20');
  await Promise.all([closeDay(context), closeDay(context), closeDay(context)]);
  await closeDay(context);
  const sent = await letters(service);
  expect(sent.map(({ subject }) => subject)).toEqual(subjects(5));
  expect(sent.map(({ recipient }) => recipient)).toEqual([...TO, ...TO, ...TO, ...TO, ...TO]);

  // They leave by the way of every other letter, as they were written.
  const mail = testMail();
  const outbox = createTestBook(service.db);
  while ((await deliver(outbox, mail)) > 0);
  const left = mail.sent.map(({ recipient, subject, body }) => ({ recipient, subject, body }));
  const summaries = left.filter(({ subject }) => subject.startsWith('El negocio'));
  expect(summaries).toHaveLength(sent.length);
  expect(summaries).toEqual(expect.arrayContaining(sent));
});

test('a process that dies before it is done has written neither the day nor its letter, and the next close does both', async () => {
  const service = await aLender();
  await aLoan(service, EX1_TERMS);
  await closeThrough(service, '2026-01-17');
  const vault = testVault();
  let seals = 0;
  const dies: DaySummary = {
    ...summaryTo(),
    vault: {
      ...vault,
      seal: (text, place) => {
        seals += 1;
        // In the second letter of the first day.
        if (seals > 3) throw new Error('the process died');
        return vault.seal(text, place);
      },
    },
  };
  expect((await closeDay({ ...service.context, daySummary: dies })).steps).not.toHaveProperty('daysWritten');
  expect(seals).toBe(4);
  expect(await service.db.kysely.selectFrom('book_day').selectAll().execute()).toEqual([]);
  expect(await letters(service)).toEqual([]);
  await closeDay({ ...service.context, daySummary: summaryTo() });
  expect((await letters(service)).map(({ subject }) => subject)).toEqual(subjects(2));
});

test('without an address nobody is written to, and days that were written so are not told later', async () => {
  const service = await aLender();
  await aLoan(service, EX1_TERMS);
  await closeThrough(service, '2026-01-16');
  await closeDay(service.context);
  await closeDay({ ...service.context, daySummary: summaryTo() });
  expect(await letters(service)).toEqual([]);
});

test('the letter has the figures of the day, the month and the month before, and says nothing about anybody', async () => {
  const payments = createPayments(await openTestDatabase());
  onTestFinished(() => payments.db.close());
  const applicant = await anApplicant(createTestLending(payments.db, { clock: payments.clock }), 'DEVICE');
  const [late, paid] = [await aDebtor(payments), await aDebtor(payments)];
  await sql`insert into complaint (id, code, establishment_code, year, number, filed_at, filed_on, answer_due_on, status, type,
      locale, sheet, content_hash, tracking_key)
    select gen_random_uuid(), 'LR-2026-00000' || n, '0001', 2026, n, now(), '2026-01-20', due, 'RECEIVED', 'QUEJA', 'es',
      '{}', n, n
    from (values (1, '2026-02-17'::date), (2, '2026-02-18'::date)) due (n, due)`.execute(payments.db.kysely);
  await closeThrough(payments.loans, '2026-02-14');
  await pay(payments.loans, paid.loan.id, 573.03);
  await closeThrough(payments.loans, '2026-02-18');
  const { context } = payments.loans;
  for (let days = 1; days > 0; )
    days = (await closeDay({ ...context, daySummary: summaryTo(TO.slice(0, 1)) })).steps['daysWritten'] ?? 0;
  const sent = await letters(payments);
  expect(sent).toHaveLength(34);
  const { subject, body } = sent.at(-1) ?? { subject: '', body: '' };
  expect(subject).toBe('El negocio al 17/02/2026');
  const text = body.replaceAll('\u00a0', ' ');
  expect(text).toContain('Préstamos vigentes: 1, de ellos en mora 1\n');
  expect(text).toContain('Capital con mora: 100,00 %\nCapital con más de 30 días de mora: 0,00 %\n');
  expect(text).toContain(
    'Desembolsado: S/ 0,00 en el día; S/ 0,00 en el mes; S/ 1.000,00 en el mes anterior, hasta el mismo día\n',
  );
  expect(text).toContain('Cobrado: S/ 0,00 en el día; S/ 573,03 en el mes; S/ 0,00 en el mes anterior');
  expect(text).toContain('Solicitudes en curso: 1 (Dispositivo 1)\nDinero sin identificar: S/ 0,00\n');
  expect(text).toMatch(/^Por cobrar: S\/ \d{3},\d\d$/m);
  expect(text).toContain('Pendientes con el plazo vencido, al escribir esto: 1\n');
  expect(body.match(/https:\S+/g)).toEqual([
    'https://mesa.lender.example/desk/',
    'https://mesa.lender.example/desk/books/weeks',
    'https://mesa.lender.example/desk/books/funnel',
    'https://mesa.lender.example/desk/payments/unapplied',
  ]);
  const whole = JSON.stringify(sent);
  for (const { personId, documentNumber, phone, email } of [applicant, late, paid]) {
    for (const told of [personId, documentNumber, phone, email]) {
      expect(told).toMatch(/.{6}/);
      expect(whole).not.toContain(told);
    }
  }
  expect(whole).not.toMatch(/Rosa|Quispe|P-2026-|SOL-2026-|[0-9a-f]{8}-[0-9a-f]{4}/);
});
