import { sql } from 'kysely';
import * as z from 'zod/mini';
import { complaintReceipt } from '#api/endpoints/complaints/file-complaint.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { complaintsContext, createLendingApp, type LendingAppOptions } from '#server/lending/app.ts';
import { type ComplaintsContext, newSheetPath } from '#server/lending/complaints/complaints-context.ts';
import { ensureDocumentById } from '#server/lending/complaints/ensure-document.ts';
import { SANDBOX_PROVIDER } from '#server/lending/config.ts';
import type { EmailGateway, OutgoingEmail } from '#server/lending/gateways/email/email-gateway.ts';
import { dispatchOutbox, type OutboxOptions } from '#server/lending/messages/dispatch-outbox.ts';
import { seedHolidays } from '#server/lending/parameters/seed-holidays.ts';
import { MESSAGE_VALID_MS } from '#server/lending/people/messages/message-validity.ts';
import { tellOfRefusal } from '#server/lending/people/messages/tell-of-refusal.ts';
import { sealsOf } from '#server/lending/people/person-seal.ts';
import { openLetterTask } from '#server/lending/staff/task-store.ts';
import { clockAt, type TestClock } from '../clock.ts';
import { withDatabase } from '../database/database.ts';
import { TELLING } from '../lending/telling-log.ts';
import { OPERATOR_TOKEN } from '../people/operator.ts';
import { testVault } from '../people/vault.ts';
import { withColleagues } from '../staff/colleagues.ts';
import { aComplaint } from './complaint.ts';
import { testPages } from './complaint-pages.ts';

export { OPERATOR_TOKEN };

export const COMPLAINTS = '/api/v1/public/complaints';
export const STAFF = '/api/v1/staff/complaints';

export interface TestBook {
  readonly app: ReturnType<typeof createLendingApp>;
  readonly db: Database<Tables>;
  readonly clock: TestClock;
  readonly context: ComplaintsContext;
}

/** One database per file; every test begins with an empty book on Friday 27/03/2026. */
export function withComplaintsBook(options: Partial<LendingAppOptions> = {}): TestBook {
  return withDatabase(async (db) => {
    await emptyBook(db);
    return createTestBook(db, options);
  });
}

/** Another copy of the lending role on the same database. */
export function createTestBook(db: Database<Tables>, options: Partial<LendingAppOptions> = {}): TestBook {
  const clock = clockAt('2026-03-27');
  const complaintsBook = {
    provider: SANDBOX_PROVIDER,
    siteUrl: 'https://manay.example',
    alertsTo: 'book@manay.example',
  };
  const config = { sandbox: true, production: false, trustedProxies: 1, complaintsBook };
  const all = {
    db,
    vault: testVault(),
    clock,
    log: TELLING,
    config,
    pages: testPages,
    operatorToken: OPERATOR_TOKEN,
    minAnswerMs: 0,
    ...options,
  };
  const app = withColleagues(createLendingApp(all), db, all.operatorToken);
  return { app, db, clock, context: complaintsContext(all) };
}

export async function emptyBook({ kysely }: Database<Tables>): Promise<void> {
  await sql`truncate complaint_document, complaint_attachment, complaint_event, complaint, complaint_counter, outbox,
    idempotency_key, throttle_bucket, holiday cascade`.execute(kysely);
  await seedHolidays(kysely);
}

let callers = 0;
/** Another person on another line each time, so that only tests of the limit meet it. */
export function someCaller(): Record<string, string> {
  callers += 1;
  return { 'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}` };
}

/** Posts a complaint as a script does. */
export function postJson(
  { app }: Pick<TestBook, 'app'>,
  body: unknown = aComplaint(),
  headers: Record<string, string> = {},
): Promise<Response> {
  return Promise.resolve(
    app.request(COMPLAINTS, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...someCaller(), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}

/** Files a complaint that must be taken. */
export async function file(
  book: Pick<TestBook, 'app'>,
  body: unknown = aComplaint(),
  headers: Record<string, string> = {},
): Promise<z.infer<typeof complaintReceipt>> {
  const response = await postJson(book, body, headers);
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return z.parse(complaintReceipt, await response.json());
}

/** A complaint as a browser posts a form: every value a text, empty fields included. */
export function asForm(changes: Parameters<typeof aComplaint>[0] = {}, files: readonly File[] = []): FormData {
  const form = new FormData();
  const fields: Record<string, unknown> = {
    locale: 'es',
    loanNumber: '',
    amount: '',
    guardianName: '',
    guardianDocumentType: 'DNI',
    ...aComplaint(changes),
  };
  for (const [name, value] of Object.entries(fields)) {
    if (value === true) form.append(name, 'on');
    else if (value !== false) form.append(name, String(value));
  }
  for (const one of files) form.append('attachments', one);
  return form;
}

/** Posts a form as a browser without scripts does. */
export function postForm(
  { app }: Pick<TestBook, 'app'>,
  form: FormData | URLSearchParams = asForm(),
  headers: Record<string, string> = {},
): Promise<Response> {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...someCaller(), ...headers };
  return Promise.resolve(app.request(newSheetPath('es'), { method: 'POST', headers: browser, body: form }));
}

/** A program's call with the key of a sheet. */
export function withKey({ app }: Pick<TestBook, 'app'>, path: string, key: string): Promise<Response> {
  return Promise.resolve(app.request(path, { headers: { ...someCaller(), 'Tracking-Key': key } }));
}

/** Follows an answer to a form as a browser does: on to where it leads, with its cookie. */
export function followed({ app }: Pick<TestBook, 'app'>, answer: Response): Promise<Response> {
  const headers = { accept: 'text/html', cookie: cookieOf(answer), ...someCaller() };
  return Promise.resolve(app.request(answer.headers.get('location') ?? '', { headers }));
}

export function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** An operator's call. */
export function staff(
  { app }: Pick<TestBook, 'app'>,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const form = body instanceof FormData;
  return Promise.resolve(
    app.request(`${STAFF}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
        'x-operator': 'ana',
        ...(!form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    }),
  );
}

/** An e-mail gateway that keeps what it is given and can be told to fail. */
export function testMail(): EmailGateway & { readonly sent: OutgoingEmail[]; failing: boolean } {
  const mail = {
    sent: [] as OutgoingEmail[],
    failing: false,
    send(email: OutgoingEmail) {
      if (mail.failing) return Promise.reject(new Error('451 try again later'));
      mail.sent.push(email);
      return Promise.resolve();
    },
  };
  return mail;
}

/** One round of the outbox at a moment, in milliseconds after the clock's. */
export function deliver(book: TestBook, gateway: EmailGateway, laterMs = 0, changes: Partial<OutboxOptions> = {}) {
  return dispatchOutbox({
    db: book.db.kysely,
    gateway,
    sealOf: sealsOf(book.db.kysely, testVault()),
    write: () => Promise.reject(new Error('a complaint brings its words')),
    validMs: MESSAGE_VALID_MS,
    onOwedGivenUp: (letter) => openLetterTask(book.db.kysely, letter, book.clock.now()),
    onRefused: (message) => tellOfRefusal({ db: book.db.kysely, vault: testVault() }, message, book.clock.now()),
    now: () => book.clock.now() + laterMs,
    log: book.context.log,
    async fileOf({ complaintId, document, fileName }) {
      const bytes = await ensureDocumentById(book.context, complaintId, document);
      if (!bytes) throw new Error('no document');
      return { fileName, mediaType: 'application/pdf', bytes };
    },
    ...changes,
  });
}

export const PDF_BYTES = new TextEncoder().encode('%PDF-1.4\n%âãÏÓ\ntrailer');
export const PNG_BYTES = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
