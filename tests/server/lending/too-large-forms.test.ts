import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTACHMENT_LIMITS } from '#api/complaint-form.ts';
import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import { MAX_VOUCHER_BYTES } from '#api/endpoints/payments/send-voucher.ts';
import { VISITOR_FORM_PATH } from '#api/visitor-request-form.ts';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { operationsOnly } from '#server/kit/operations-listener.ts';
import { MAX_FILE_BYTES } from '#server/lending/applications/application-files.ts';
import { newSheetPath } from '#server/lending/complaints/complaints-context.ts';
import { MAX_ANSWER_BYTES } from '#server/lending/complaints/staff-complaints.ts';
import { DESK_PATH } from '#server/lending/desk/desk.ts';
import type { Gateways } from '#server/lending/gateways/open-gateways.ts';
import { MAX_STATEMENT_BYTES } from '#server/lending/gateways/transfer/bank-statement.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { testPages } from '#tests/support/complaints/complaint-pages.ts';
import { asForm } from '#tests/support/complaints/complaints-book.ts';
import { createTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const payments = withPayments();
const PAGE = { accept: 'text/html' };
const DETAIL = 'Lo que escribí durante media hora, y que nadie me hará escribir otra vez.';

/** A form of the product with a file that makes it one byte larger than it may be. */
interface TooLarge {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The file, with one byte too many. */
  readonly file: string;
  readonly bytes: number;
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Texts that are in the page again. */
  readonly kept?: readonly string[];
}

async function atTheDesk(): Promise<Readonly<Record<string, string>>> {
  const { headers } = await aColleague(payments.db, 'Ana');
  const token = headers['authorization']?.slice('Bearer '.length);
  return { cookie: `__Host-desk=${token}`, 'sec-fetch-site': 'same-origin' };
}

const COMPLAINT = Object.fromEntries(
  [...asForm(aComplaint({ detail: DETAIL }) as object)].map(([name, value]) => [name, String(value)]),
);

const FORMS: Readonly<Record<string, TooLarge>> = {
  'statements import': {
    path: `${DESK_PATH}/statements/import`,
    fields: { bank: 'BCP', account: '191-1234567-0-89' },
    file: 'file',
    bytes: MAX_STATEMENT_BYTES + 1,
    headers: atTheDesk,
    kept: ['BCP', '191-1234567-0-89'],
  },
  'person note': {
    path: `${DESK_PATH}/person/note`,
    fields: { personId: '01890000-0000-7000-8000-000000000001', text: DETAIL },
    file: 'file',
    bytes: ATTACHMENT_LIMITS.bytesPerFile + 64 * 1024 + 1,
    headers: atTheDesk,
    kept: [DETAIL],
  },
  'complaints answer': {
    path: `${DESK_PATH}/complaints/answer`,
    fields: { code: 'LR-2026-000001', text: DETAIL, solution: 'ACCEPTED' },
    file: 'attachments',
    bytes: ATTACHMENT_LIMITS.bytesPerFile + 1,
    headers: atTheDesk,
    kept: ['LR-2026-000001', DETAIL],
  },
  'complaints book': {
    path: newSheetPath('es'),
    fields: COMPLAINT,
    file: 'attachments',
    bytes: ATTACHMENT_LIMITS.bytesInAll + 512 * 1024 + 1,
    headers: () => Promise.resolve(PAGE),
    kept: [DETAIL, 'Elige otra vez tus archivos.'],
  },
  'data request of a visitor': {
    path: VISITOR_FORM_PATH,
    fields: { type: 'ACCESS', detail: DETAIL },
    file: 'identity',
    bytes: 3_000_001,
    headers: () => Promise.resolve(PAGE),
    kept: [DETAIL],
  },
  'voucher of a client': {
    path: '',
    fields: { operationNumber: '00123456', bankId: 'BCP', paidAt: '2026-01-15', amount: '509.44' },
    file: 'file',
    bytes: MAX_VOUCHER_BYTES + 64 * 1024 + 1,
    headers: async () => (await aDebtor(payments)).headers,
  },
  'photo of an applicant': {
    path: uploadApplicationDocument.path,
    fields: { type: 'DNI_FRONT' },
    file: 'file',
    bytes: MAX_FILE_BYTES + 1,
    headers: async () => (await anApplicant(payments, 'DEVICE')).headers,
  },
};

type Way = (path: string, init: RequestInit) => Promise<Response>;

const inProcess: Way = async (path, init) => app().fetch(new Request(`http://localhost${path}`, init));

/** In this process a form has no length, over HTTP it has one, and a program sends it in pieces. */
const WAYS: Readonly<Record<string, Way>> = {
  'in one process': inProcess,
  'over HTTP': (path, init) => fetch(`http://127.0.0.1:${portOf(path)}${path}`, init),
  'over HTTP in pieces': (path, { body, headers, ...init }) => {
    const form = new Response(body as FormData);
    const type = { 'content-type': form.headers.get('content-type') ?? '' };
    const pieces = { ...init, headers: { ...(headers as object), ...type }, body: form.body, duplex: 'half' };
    return fetch(`http://127.0.0.1:${portOf(path)}${path}`, pieces as RequestInit);
  },
};

let made: ReturnType<typeof createTestLending> | undefined;
function app() {
  made ??= createTestLending(payments.db, {
    clock: payments.clock,
    gateways: payments.context.gateways as Gateways,
    operatorToken: 'of no machine that calls here',
    pages: testPages,
    visitorLimit: { perMinute: 1_000_000, burst: 1_000_000 },
  });
  return made.app;
}

let servers: readonly RunningServer[] = [];
beforeAll(async () => {
  const here = { host: '127.0.0.1', port: 0 };
  const all = { fetch: (request: Request, env: never) => app().fetch(request, env) };
  servers = await Promise.all([listen(all, here), listen(operationsOnly(all, [DESK_PATH, STAFF_PATH]), here)]);
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Colleagues have a listener of their own in production. */
function portOf(path: string): number {
  return (path.startsWith(DESK_PATH) ? servers[1] : servers[0])?.port ?? 0;
}

function formOf({ fields, file, bytes }: Pick<TooLarge, 'fields' | 'file' | 'bytes'>, after = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append(file, new File([new Uint8Array(bytes).fill(65)], 'scan.pdf'));
  for (const [name, value] of Object.entries(after)) form.set(name, String(value));
  return form;
}

async function sent(of: TooLarge, way: Way, form = formOf(of)) {
  let { path } = of;
  let headers = await of.headers();
  if (path === '') {
    const debtor = await aDebtor(payments);
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    path = `/api/v1/payments/${id}/voucher`;
    headers = debtor.headers;
  }
  const answer = await way(path, { method: 'POST', headers, body: form });
  return { status: answer.status, text: await answer.text() };
}

test('every act with files is among these forms', () => {
  for (const { name } of STAFF_ROUTES.filter(({ files }) => files)) expect(Object.keys(FORMS)).toContain(name);
});

test.each(Object.keys(WAYS))('a form that is a byte too large is 413 with every text kept, %s', async (way) => {
  for (const [name, form] of Object.entries(FORMS)) {
    const { status, text } = await sent(form, WAYS[way] as Way);
    expect([name, status]).toEqual([name, 413]);
    for (const kept of form.kept ?? []) expect([name, text]).toEqual([name, expect.stringContaining(kept)]);
    if (!form.path.startsWith(DESK_PATH)) continue;
    // The file in it is the one that is too large, in the colleague's language.
    expect([name, text]).toEqual([name, expect.stringMatching(/archivos? pasan? de 5 MB/)]);
    expect(text).not.toContain('<span lang="en">');
    expect(text).toMatch(/type="file"[^>]*aria-invalid/);
  }
  expect((await (WAYS[way] as Way)('/livez', {})).status).toBe(200);
});

test.each(Object.keys(WAYS))(
  'a scan of 40 MB at the desk leaves what was typed before and behind it, %s',
  async (way) => {
    const answer = FORMS['complaints answer'] as TooLarge;
    const form = formOf({ ...answer, fields: { text: DETAIL }, bytes: 40 * 1024 * 1024 }, { solution: 'ACCEPTED' });
    const { status, text } = await sent(answer, WAYS[way] as Way, form);
    expect([status, text]).toEqual([413, expect.stringContaining(DETAIL)]);
    expect(text).toContain(`${MAX_ANSWER_BYTES / 1024 / 1024} MB`);
    expect(text).toMatch(/<option value="ACCEPTED" selected>/);
  },
);

test('no route of the product ends the process, or fails, by a form that never had a length', async () => {
  const { headers } = await aColleague(payments.db, 'Ana');
  const desk = await atTheDesk();
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('unhandledRejection', note);
  const paths = new Set(
    app()
      .routes.filter(({ method }) => method === 'POST')
      .map(({ path }) => path.replace(/:\w+(\{[^}]*\})?/g, '019bd6a0-0000-7000-8000-000000000001')),
  );
  // It would end the session that asks.
  const asked = [...paths].filter((path) => !/sign-out$|logout$/.test(path));
  for (const path of asked) {
    const as = path.startsWith(DESK_PATH) ? desk : { ...headers, 'sec-fetch-site': 'same-origin' };
    const body = formOf({ fields: { q: 'x' }, file: 'file', bytes: 256 * 1024 });
    const answer = await inProcess(path, { method: 'POST', headers: as, body });
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 500)]);
    await answer.body?.cancel();
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off('unhandledRejection', note);
  expect(asked.length).toBeGreaterThan(100);
  expect(uncaught).toEqual([]);
});
