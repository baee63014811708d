import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { calendarDate } from '#loan/calendar.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { storeDocument } from '#server/lending/documents/document-store.ts';
import { writeBookDays } from '#server/lending/portfolio/book-days.ts';
import { issueTaxDocuments } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { anApplicant, uploadFile } from '../applications/applicant.ts';
import { aComplaint } from '../complaints/complaint.ts';
import { asForm, file, PNG_BYTES, postForm } from '../complaints/complaints-book.ts';
import { openTestDatabase, resetTestDatabase } from '../database/database.ts';
import { acceptedBody, callEndpoint, createTestLending } from '../lending/lending-app.ts';
import { closeThrough, pay } from '../loans/loan-service.ts';
import {
  aDebtor,
  asColleague,
  createPayments,
  type Debtor,
  importStatement,
  type Payments,
  sendVoucherForm,
  startPayment,
} from '../payments/payments.ts';
import { aBorrower } from '../people/borrower.ts';
import { OPERATOR_TOKEN } from '../people/operator.ts';
import { waitingRecovery } from '../people/recovery.ts';
import { testVault } from '../people/vault.ts';
import { askFor } from '../privacy/data-requests.ts';
import { aVisitorRequest } from '../privacy/visitor-requests.ts';
import { sendAll, sendingContext, taxContext } from '../tax-documents/tax-service.ts';
import { aColleague } from './colleagues.ts';

/** Things of a lender at work, by which acts that look at one of them are asked. */
export interface Things {
  readonly debtor: Debtor;
  readonly application: string;
  /** A proposal of a flag on a telephone. */
  readonly approval: string;
  readonly applicationFile: string;
  readonly complaint: string;
  readonly complaintFile: string;
  readonly paper: string;
  readonly note: string;
  readonly payment: string;
  readonly recovery: string;
  /** One that was answered. */
  readonly taxDocument: string;
  readonly visitorRequest: string;
  readonly bankLine: string;
}

interface LenderAtWork {
  readonly db: Database<Tables>;
  readonly payments: Payments;
  readonly things: Things;
}

/** Opens one database for a test file, with a lender at work on it, before its tests run. */
export function withLenderAtWork(use: (at: LenderAtWork) => unknown): void {
  let db: Database<Tables> | undefined;
  beforeAll(async () => {
    db = await openTestDatabase();
    await resetTestDatabase(db);
    await use({ db, ...(await lenderAtWork(db)) });
  }, 300_000);
  afterAll(() => db?.close());
}

/** A lender at work on 24/02/2026, at noon of a Tuesday: at least three rows in each list for colleagues. */
async function lenderAtWork(db: Database<Tables>): Promise<Omit<LenderAtWork, 'db'>> {
  const payments = createPayments(db);
  const { kysely } = db;
  const { clock } = payments;
  const visitors = createTestLending(db, {
    clock,
    operatorToken: OPERATOR_TOKEN,
    visitorLimit: { perMinute: 1e9, burst: 1e9 },
  });
  const debtors = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)] as const;
  await importStatement(payments, [
    ['15/01/2026', '900001', '77.00', 'YAPE ROSA'],
    ['15/01/2026', '900002', '78.00', 'YAPE EVA'],
    ['15/01/2026', '900003', '79.00', 'YAPE ANA'],
  ]);
  const payers = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
  await closeThrough(payments.loans, '2026-02-14');
  for (const { loan } of payers) await pay(payments.loans, loan.id, 573.03);
  await closeThrough(payments.loans, '2026-02-24');
  await writeBookDays(payments.loans.context);
  await sql`insert into book_vintage (date, month, disbursed, lost)
    select '2026-02-10', '2025-12-01'::date - n * interval '1 month', 50000, 1000 from generate_series(1, 3) n`.execute(
    kysely,
  );
  const payment = await paymentsOf(payments, debtors);
  const approval = await proposals(payments);
  const recovery = await recoveries(visitors);
  const things = {
    debtor: debtors[0],
    approval,
    payment,
    recovery,
    visitorRequest: await requests(visitors),
    bankLine: (await db.kysely.selectFrom('bank_line').select('id').executeTakeFirstOrThrow()).id,
    ...(await applications(visitors)),
    ...(await complaints(visitors)),
    paper: await aPaper(payments, debtors[0]),
    note: await aNote(payments, debtors[0]),
    taxDocument: await taxDocuments(payments),
  };
  for (const login of ['Ana', 'Luis', 'Eva', 'Sol']) await aColleague(db, login);
  await sql`insert into staff_task (id, kind, subject, note, created_at)
    select gen_random_uuid(), 'payout-not-found', 'payout:' || gen_random_uuid(), 'Ask the bank.', now()
    from generate_series(1, 3)`.execute(kysely);
  await sql`insert into refund (id, kind, person_id, loan_id, amount, status, next_attempt_at, requested_on, requested_by, created_at)
    select gen_random_uuid(), 'CREDIT', person_id, id, 1076, 'QUEUED', now(), '2026-02-24', 'client', now()
    from loan`.execute(kysely);
  await sql`insert into write_off_proposal (id, loan_id, status, reason, proposed_by, proposed_at, proposer_id)
    select gen_random_uuid(), loan.id, 'PROPOSED', 'Nobody pays it.', 'Ana', now(), colleague.id
    from loan, colleague where login = 'Ana'`.execute(kysely);
  await sql`insert into payout_batch (id, business_date, status, made_by, made_at, withdrawn_by, reason)
    select '2026-02-24-0000000' || n, '2026-02-24', 'WITHDRAWN', 'Ana', now() + n * interval '1 s', 'Ana', 'Wrong figures.'
    from generate_series(1, 3) n`.execute(kysely);
  return { payments, things };
}

/** Every day that is over is documented, and answered. @returns the first document */
async function taxDocuments({ loans, world }: Payments): Promise<string> {
  await issueTaxDocuments(taxContext(loans));
  await sendAll(sendingContext(loans, world.taxAuthority));
  const first = loans.db.kysely.selectFrom('tax_document').select('id').orderBy('position').limit(1);
  return (await first.executeTakeFirstOrThrow()).id;
}

/** A payment that waits of each loan, the first one with its voucher. */
async function paymentsOf(payments: Payments, debtors: readonly Debtor[]): Promise<string> {
  const ids: string[] = [];
  for (const debtor of debtors) {
    ids.push((await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' })).id);
  }
  const [id = ''] = ids;
  const fields = { operationNumber: '00123456', bankId: 'BCP', paidAt: '2026-02-24', amount: '509.44' };
  const bytes = new Uint8Array(Buffer.from('%PDF-1.7 a transfer of Rosa, with the balance of her account'));
  await sendVoucherForm(payments, debtors[0] as Debtor, id, fields, [['voucher.pdf', bytes]]);
  return id;
}

/** Three flags of fraud, and three more that one account has proposed. */
async function proposals(payments: Payments): Promise<string> {
  let approval = '';
  for (let n = 0; n < 6; n += 1) {
    const body = { thing: { kind: 'phone', phone: `98700011${n}` }, reason: 'Reported by the bank.' };
    const proposed = await asColleague(payments, 'Ana', 'fraud-flags', body);
    ({ approval } = (await proposed.json()) as { readonly approval: string });
    if (n % 2 === 0) await asColleague(payments, 'Luis', 'fraud-flags', body);
  }
  return approval;
}

type Lending = ReturnType<typeof createTestLending>;

async function recoveries(lending: Lending): Promise<string> {
  let id = '';
  for (let n = 0; n < 3; n += 1) id = await waitingRecovery(lending, await aBorrower(lending));
  return id;
}

/** Two requests of clients and two without an account. @returns the last of these */
async function requests(lending: Lending): Promise<string> {
  let id = '';
  for (let n = 0; n < 2; n += 1) {
    await askFor(lending, await aBorrower(lending, { stepUp: ['data-request'] }), 'ACCESS');
    const body = aVisitorRequest({ documentNumber: `4567891${n}`, email: `rosa${n}@example.pe` });
    id = acceptedBody(await callEndpoint(lending, makeVisitorDataRequest, { body })).id;
  }
  return id;
}

async function applications(lending: Lending): Promise<Pick<Things, 'application' | 'applicationFile'>> {
  const [one] = [
    await anApplicant(lending, 'DEVICE'),
    await anApplicant(lending, 'DEVICE'),
    await anApplicant(lending, 'DEVICE'),
  ];
  const applicationFile = await uploadFile(lending, one.headers, 'DNI_FRONT');
  const found = lending.db.kysely.selectFrom('application').select('reference').where('person_id', '=', one.personId);
  return { application: (await found.executeTakeFirstOrThrow()).reference, applicationFile };
}

async function complaints(lending: Lending): Promise<Pick<Things, 'complaint' | 'complaintFile'>> {
  const scan = new File([PNG_BYTES as Uint8Array<ArrayBuffer>], 'scan.png', { type: 'image/png' });
  await postForm(lending, asForm({ detail: 'El primer reclamo, con un archivo adjunto.' }, [scan]));
  for (let n = 0; n < 3; n += 1)
    await file(lending, aComplaint({ detail: `Otro reclamo, el número ${n} de este día.` }));
  const attached = await lending.db.kysely
    .selectFrom('complaint_attachment')
    .innerJoin('complaint', 'complaint.id', 'complaint_attachment.complaint_id')
    .select(['complaint_attachment.id', 'complaint.code'])
    .executeTakeFirstOrThrow();
  return { complaint: attached.code, complaintFile: attached.id };
}

/** A note on a client with a file, and one without. @returns the first */
async function aNote({ app, db }: Payments, { personId }: Debtor): Promise<string> {
  const { headers } = await aColleague(db, 'Ana');
  const form = new FormData();
  form.set('text', 'Llamó y pidió otra fecha.');
  form.set('file', new File([PNG_BYTES as Uint8Array<ArrayBuffer>], 'carta.png', { type: 'image/png' }));
  const path = `/api/v1/staff/clients/${personId}/notes`;
  const answer = await app.request(path, { method: 'POST', body: form, headers });
  const { id } = (await answer.json()) as { readonly id: string };
  const json = { ...headers, 'content-type': 'application/json' };
  await app.request(path, { method: 'POST', body: JSON.stringify({ text: 'Prefiere WhatsApp.' }), headers: json });
  return id;
}

async function aPaper({ db, clock }: Payments, { personId, loan }: Debtor): Promise<string> {
  const { id } = await db.kysely.transaction().execute((trx) =>
    storeDocument(trx, testVault(), {
      personId,
      loanId: loan.id,
      type: 'CONTRACT',
      cause: 'signed',
      language: 'es',
      title: 'Contrato',
      bytes: Buffer.from('%PDF-1.4 /Type /Page '),
      businessDate: calendarDate('2026-01-15'),
      now: clock.now(),
    }),
  );
  return id;
}
