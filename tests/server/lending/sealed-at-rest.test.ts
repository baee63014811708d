import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { sendDeviceData } from '#api/endpoints/people/send-device-data.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { cciCheckDigits } from '#api/field-rules/bank-account.ts';
import type { Database } from '#server/kit/db.ts';
import { createLog, type Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { complaintsContext, documentsContext } from '#server/lending/app.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import { writeMessage } from '#server/lending/clients/message-writer.ts';
import { ensureDocumentById } from '#server/lending/complaints/ensure-document.ts';
import { SANDBOX_BOOK } from '#server/lending/config.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { closeBusiness } from '#server/lending/loans/close-of-business.ts';
import { dispatchOutbox } from '#server/lending/messages/dispatch-outbox.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { sealsOf } from '#server/lending/people/person-seal.ts';
import { createServices } from '#server/lending/services.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import {
  NO_PICTURES,
  PHOTO,
  payOut,
  readAgreement,
  scoringContext,
  signatureOf,
  stateOf,
  uploadFile,
} from '#tests/support/applications/applicant.ts';
import { aFinancialStep, aPersonalStep } from '#tests/support/applications/application-form.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { DATA_CLASSES } from '#tests/support/database/data-classes.ts';
import { LEVELS, type Level } from '#tests/support/database/data-levels.ts';
import { openServiceDatabase } from '#tests/support/database/database.ts';
import { type Dump, dumpDatabase, placesOf } from '#tests/support/database/database-dump.ts';
import { filesWith, readRawFiles } from '#tests/support/database/raw-files.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import {
  createPayments,
  importStatement,
  type Payments,
  payByCard,
  payCode,
  sendVoucherForm,
  startPayment,
} from '#tests/support/payments/payments.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { CookieJar } from '#tests/support/people/client.ts';
import { staffCall } from '#tests/support/people/operator.ts';
import { aVisitor, proven } from '#tests/support/people/registration.ts';

/** Of nobody, and found nowhere by chance. */
const CCI_START = '002191007364518290';
const SEEDED = {
  document: '47361528',
  phone: '936417258',
  altPhone: '014736152',
  refereePhone: '936417259',
  email: 'zoraida.qhispi@correo.example',
  firstName: 'Zoraida Ximena',
  lastName: 'Qhispichaska',
  secondLastName: 'Wayrawara',
  referee: 'Wilkaninchik',
  street: 'Qantutayoq',
  employer: 'Tejidos Uchumayo',
  cci: `${CCI_START}${cciCheckDigits(CCI_START)}`,
  password: 'siete vicuñas miran la quebrada',
  card: '4551708161768059',
  cardWithSpaces: '4551 7081 6176 8059',
  consumer: 'Fortunata Qispirimana',
  consumerDocument: '48125937',
  consumerPhone: '945823716',
  consumerEmail: 'fortunata@correo.example',
  picture: 'the face of somebody',
  device: 'Qispitel Wayra 7',
} as const;
const CALLER = '203.0.113.77';

/**
 * Columns that a dump may show, and why. A security record that hides where somebody came from records nothing (ASVS
 * 16.2): these are kept only as long as they are needed, and are in the privacy notice.
 */
const PLAIN_CALLERS = [
  'access_event.caller',
  'application.caller',
  'consent_event.caller',
  'session.caller',
  'throttle_bucket.key',
  'throttle_event.key',
] as const;

let opened: Awaited<ReturnType<typeof openServiceDatabase>>;
let db: Database<Tables>;
let payments: Payments;
let client: Borrower;
let dump: Dump;
const lines: string[] = [];

const everything = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

beforeAll(async () => {
  opened = await openServiceDatabase();
  ({ db } = opened);
  const log = createLog({ level: 'debug', name: 'test' }, everything);
  payments = createPayments(db, '2026-01-15', { log, trustedProxies: 1 });
  client = await aClientOfAllForms();
  await borrow(log);
  await pay();
  await complain();
  await mistakes();
  await runJobs(log);
  dump = await dumpDatabase(db);
});
afterAll(() => opened?.close());

/** Registers as anybody does. */
async function aClientOfAllForms(): Promise<Borrower> {
  const { document, phone, email, password } = SEEDED;
  const visitor = aVisitor({ documentNumber: document, phone, email });
  const { id, token } = await proven(payments, visitor);
  const answer = await callEndpoint(payments, completeRegistration, {
    params: { id },
    body: { registrationToken: token, password },
    headers: { 'X-Forwarded-For': CALLER, 'User-Agent': 'Teléfono de Zoraida' },
  });
  acceptedBody(answer);
  const { headers } = new CookieJar().take(answer.headers);
  return { headers: { ...headers, 'X-Forwarded-For': CALLER }, phone: `+51${phone}` } as unknown as Borrower;
}

/** From the inquiry to the money, with every field a person can fill. */
async function borrow(log: Log): Promise<void> {
  const { headers } = client;
  const call = async (endpoint: Parameters<typeof callEndpoint>[1], body: unknown) =>
    acceptedBody(await callEndpoint(payments, endpoint, { headers, body }));
  const deviceData = { browserVendor: SEEDED.device, originalUserAgent: `Mozilla/5.0 (Linux; ${SEEDED.device})` };
  acceptedBody(await callEndpoint(payments, sendDeviceData, { headers, body: deviceData }));
  await call(sendInquiry, { singlePayInquiry: { amount: 500, term: 30, productId: 1 }, deviceData });
  const { firstName, lastName: lastName1, secondLastName: lastName2, street, altPhone } = SEEDED;
  const referrals = [
    { name: `Rosa ${SEEDED.referee}`, relationship: 'PARENT', phone: SEEDED.refereePhone },
    { name: `Luis ${SEEDED.referee}`, relationship: 'COLLEAGUE', phone: '936417260' },
  ];
  await call(submitPersonalStep, aPersonalStep({ firstName, lastName1, lastName2, street, altPhone, referrals }));
  await call(submitFinancialStep, aFinancialStep({ cci: SEEDED.cci, employerName: SEEDED.employer }));
  await uploadFile(payments, headers, 'DNI_FRONT', Buffer.concat([PHOTO, Buffer.from(SEEDED.picture)]));
  await call(submitDeviceStep, NO_PICTURES);
  await scoreApplications(scoringContext(payments, undefined, log));
  const { offerId } = acceptedBody(await callEndpoint(payments, getApplicationOffer, { headers }));
  await call(acceptOffer, { offerId });
  payments.clock.pass({ minutes: 2 });
  await call(signAgreement, await signatureOf(payments, client, await readAgreement(payments, client)));
  await payOut(payments);
}

/** By card, by code, and by a transfer whose voucher and statement name the payer. */
async function pay(): Promise<void> {
  const { loan } = await stateOf(payments, client);
  const debtor = { ...client, number: loan?.number ?? '' } as Parameters<typeof payByCard>[1];
  const request = { purpose: 'PARTIAL', amount: 50 };
  expect(await payByCard(payments, debtor, request)).toMatchObject({ status: 'SUCCEEDED' });
  const { action } = await startPayment(payments, debtor, { ...request, method: 'PAGOEFECTIVO' });
  if (action?.type !== 'CODE') throw new Error('no code');
  await payCode(payments, action.code, {});
  while ((await readWebhooks(payments.context)) > 0);
  const { id } = await startPayment(payments, debtor, { ...request, method: 'MANUAL' });
  const fields = { operationNumber: '7700123', bankId: 'BCP', paidAt: '2026-01-15', amount: '50.00' };
  const picture = new Uint8Array(Buffer.from(`%PDF-1.7 ${SEEDED.picture}`));
  const sent = await sendVoucherForm(payments, client, id, fields, [[`boleta ${SEEDED.lastName}.pdf`, picture]]);
  expect(sent.status).toBe(200);
  expect(await sent.json()).toMatchObject({ voucher: { fileName: `boleta ${SEEDED.lastName}.pdf` } });
  const payer = `TRF ${SEEDED.firstName} ${SEEDED.lastName}`.toUpperCase();
  await importStatement(payments, [
    ['15/01/2026', '7700123', '50.00', payer],
    ['15/01/2026', '7700999', '12.34', payer],
  ]);
}

/** A consumer who is not a client, and writes a card number where none is asked for. */
async function complain(): Promise<void> {
  const [firstName, lastName] = SEEDED.consumer.split(' ');
  const body = aComplaint({
    firstName,
    lastName,
    documentNumber: SEEDED.consumerDocument,
    phone: SEEDED.consumerPhone,
    email: SEEDED.consumerEmail,
    detail: `Pagué con mi tarjeta ${SEEDED.cardWithSpaces} y no figura; llamen al ${SEEDED.consumerPhone}.`,
    request: `Que devuelvan lo cobrado a la tarjeta ${SEEDED.card}.`,
  });
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const filed = await payments.app.request('/api/v1/public/complaints', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(filed.status).toBe(201);
  const { code } = await filed.json();
  const answer = { text: `Sra. ${SEEDED.consumer}: se devolvió.`, solution: 'ACCEPTED' };
  const answered = await staffCall(payments, `complaints/${code}/answer`, answer);
  expect(answered.status).toBe(200);
}

/** Makes mistakes, because what goes wrong is what logs are full of. */
async function mistakes(): Promise<void> {
  const { document, email, phone, card, password } = SEEDED;
  for (const identifier of [document, email, phone]) {
    await callEndpoint(payments, signIn, {
      body: { identifier, password: `${password}?` },
      headers: { 'X-Forwarded-For': CALLER },
    });
    await callEndpoint(payments, requestPasswordReset, { body: { identifier } });
  }
  const { headers } = client;
  const refused = await payments.app.request('/api/v1/payments', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ cardNumber: card, cvv: '123' }),
  });
  expect(refused.status).toBe(400);
  await payments.app.request(`/api/v1/nothing/${card}?dni=${document}`, { headers });
}

/** Papers, letters and the nights that follow. */
async function runJobs(log: Log): Promise<void> {
  const { clock, vault } = payments;
  payments.clock.moveTo('2026-02-20');
  const loans = { db, clock, calendar: createBusinessCalendar(clock.now), log };
  expect((await closeBusiness(loans)).failed).toEqual([]);
  const config = { sandbox: false, production: false, trustedProxies: 0, complaintsBook: SANDBOX_BOOK };
  const options = { db, clock, log, vault, config };
  const services = createServices(options);
  await issueDocuments(documentsContext(services, options));
  const book = complaintsContext(options);
  let sent = 0;
  const send = async (): Promise<void> => {
    sent += 1;
    // Mail servers repeat the address they refuse.
    if (sent % 2 === 0) throw new Error(`550 ${SEEDED.email} and ${SEEDED.consumerEmail} are unknown`);
  };
  await dispatchOutbox({
    db: db.kysely,
    gateway: { send },
    sms: { send },
    sealOf: sealsOf(db.kysely, vault),
    write: (message, now) => writeMessage(services, message, now),
    onOwedGivenUp: () => Promise.reject(new Error('no letter is given up here')),
    onRefused: () => Promise.reject(new Error('no letter is refused here')),
    fileOf: async ({ complaintId, document, fileName }) => ({
      fileName,
      mediaType: 'application/pdf',
      bytes: (await ensureDocumentById(book, complaintId, document)) ?? new Uint8Array(),
    }),
    validMs: {},
    now: () => clock.now(),
    log,
  });
  expect(sent).toBeGreaterThan(3);
}

/** `table.column` of a level. */
const placesAt = (level: Level): string[] =>
  Object.entries(DATA_CLASSES).flatMap(([table, levels]) =>
    (levels[level]?.split(' ') ?? []).map((column) => `${table}.${column}`),
  );

describe('the levels of data', () => {
  test('every column of the database has exactly one', { tags: ['asvs-14.1.1', 'asvs-14.1.2'] }, async () => {
    const { rows } = await sql<{ place: string }>`select table_name || '.' || column_name as place
      from information_schema.columns where table_schema = 'public'`.execute(db.kysely);
    const classed = LEVELS.flatMap(placesAt);
    const places = rows.map(({ place }) => place).sort();
    expect(classed.sort(), 'add each column by level to tests/support/database/data-classes.ts').toEqual(places);
  });

  test('everything that is to be sealed is sealed: nothing of it can be read without a key', {
    tags: ['asvs-14.1.2', 'asvs-14.2.4'],
  }, () => {
    const readable = placesAt('sealed').filter((place) => {
      const values = (dump.get(place) ?? '').split('\n').filter((line) => line !== '' && line !== 'null');
      return values.some((value) => !isUnreadable(value));
    });
    expect(readable).toEqual([]);
    expect(placesAt('sealed').filter((place) => dump.has(place)).length).toBeGreaterThan(25);
  });

  test('a secret is kept as a hash or wrapped by a key, and never as it was said', { tags: 'asvs-14.2.4' }, () => {
    const said = placesAt('secret').filter((place) =>
      (dump.get(place) ?? '').split('\n').some((value) => value !== '' && value !== 'null' && !isUnreadable(value)),
    );
    expect(said).toEqual([]);
  });
});

/** A sealed value, by itself or as `{"sealed":"…"}`; the mark of a sealed file; a hash; an HMAC; or nothing at all. */
function isUnreadable(value: string): boolean {
  const plain = value.replace(/^\{"sealed":(".*")\}$/, '$1').replace(/^"(.*)"$/, '$1');
  return /^(?:\{\}|1\.[\w-]{1,40}\.[\w-]*|[0-9a-f]{64}|[\w-]{43}|\$argon2id\$.+)$/.test(plain);
}

const words = Object.entries(SEEDED).flatMap(([what, word]) => [
  [what, word] as const,
  ...(word === word.toUpperCase() ? [] : [[`${what} in capitals`, word.toUpperCase()] as const]),
]);

describe('a dump of every table', () => {
  test.each(words)('does not show the %s', { tags: 'asvs-14.2.4' }, (_what, word) => {
    expect(placesOf(dump, word)).toEqual([]);
  });

  test('shows no file, and nothing that looks like the number of a card', { tags: 'asvs-5.3.1' }, () => {
    expect(placesOf(dump, '%PDF')).toEqual([]);
    expect(placesOf(dump, /(?<![\w.-])[3-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?![\w-])/)).toEqual([]);
  });

  test('tells whence somebody came only where a security record needs it', () => {
    expect(placesOf(dump, CALLER)).toEqual([...PLAIN_CALLERS]);
  });

  test('has something of everything that was done', () => {
    for (const place of [
      'loan.number',
      'bank_line.bank_ref',
      'complaint.code',
      'voucher.id',
      'webhook_inbox.body',
      'device.data',
    ]) {
      expect(dump.get(place), place).toBeDefined();
    }
    expect(dump.get('document.type')).toMatch(/CONTRACT|PAYMENT_RECEIPT/);
  });
});

/** Rows that were replaced and the log of every change lie in them too. Reading a server's files takes seconds. */
describe.runIf(IS_FULL_RUN)('the files of the database on the disk', () => {
  test('show none of it, though they show what is not sealed', async () => {
    const files = await readRawFiles(opened.owner);
    for (const [what, word] of words) expect(filesWith(files, word), what).toEqual([]);
    const code = /LR-\d{4}-\d{6}/.exec(dump.get('complaint.code') ?? '')?.[0] ?? 'none';
    expect(filesWith(files, code).some((path) => path.startsWith('base/'))).toBe(true);
    expect(filesWith(files, code).some((path) => path.startsWith('pg_wal/'))).toBe(true);
  });
});

describe('the log of all of it, at its most talkative', () => {
  test.each(words)('does not say the %s', { tags: ['asvs-14.2.4', 'asvs-16.2.5'] }, (_what, word) => {
    expect(lines.filter((line) => line.includes(word))).toEqual([]);
  });

  test('says something', () => {
    expect(lines.length).toBeGreaterThan(5);
  });
});
