import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { type Act, answersFile } from '#server/lending/staff/act.ts';
import { isList } from '#server/lending/staff/act-fields.ts';
import { listAudit, recordAudit } from '#server/lending/staff/audit-store.ts';
import { requireRecord } from '#server/lending/staff/staff-route.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import type { Payments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { type Things, withLenderAtWork } from '#tests/support/staff/full-lists.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

let db: Database<Tables>;
let payments: Payments;
let things: Things;
let headers: Readonly<Record<string, string>>;
withLenderAtWork(async (at) => {
  ({ db, payments, things } = at);
  ({ headers } = await aColleague(db, 'Rosa'));
});

interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Things that an act is asked about: every act that reads, unless it needs to be told nothing. */
function askedOf({ name }: Act): Asked {
  const { debtor, application: reference, complaint: code, payment } = things;
  const period = { from: '2026-01-15', to: '2026-02-23' };
  const asked: Readonly<Record<string, Asked>> = {
    'applications list': { query: { stage: 'DEVICE' } },
    'applications show': { params: { reference } },
    'applications file': { params: { reference, file: things.applicationFile } },
    'applications picture': { params: { reference, file: things.applicationFile } },
    'approvals show': { params: { id: things.approval } },
    'books journals': { query: period },
    'books days': { query: period },
    'complaints show': { params: { code } },
    'complaints file': { params: { code, file: things.complaintFile } },
    'contact show': { params: { loan: debtor.number } },
    'contact log': { params: { loan: debtor.number }, body: { channel: 'CALL' } },
    'data-requests identity': { params: { id: things.visitorRequest } },
    'data-requests touched': { query: { table: 'loan' } },
    'fraud look-up': { body: { thing: { kind: 'phone', phone: '987000110' } } },
    'loan show': { params: { number: debtor.number } },
    'loan paper': { params: { number: debtor.number, paper: things.paper } },
    'payments show': { params: { id: payment } },
    'payments voucher': { params: { id: payment } },
    'payouts list': { query: { state: 'paid' } },
    'payouts show-batch': { params: { id: '2026-02-24-00000001' } },
    'statements show': { params: { id: things.bankLine } },
    search: { body: { text: debtor.documentNumber } },
    'person timeline': { query: { personId: debtor.personId } },
    'person note-file': { params: { personId: debtor.personId, note: things.note } },
    'person show': { params: { personId: debtor.personId } },
    'tax-documents show': { params: { id: things.taxDocument } },
    'tax-documents xml': { params: { id: things.taxDocument } },
    'tax-documents cdr': { params: { id: things.taxDocument } },
    'tax-documents register': { query: { month: '2026-02' } },
    'recovery picture': { params: { id: things.recovery } },
  };
  return asked[name] ?? {};
}

async function ask(act: Act, more: Readonly<Record<string, string>> = {}): Promise<Response> {
  const { params = {}, query = {}, body } = askedOf(act);
  const path = act.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? `no ${name}`);
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const own = { ...headers, ...(body && { 'content-type': 'application/json' }), ...more };
  return payments.app.request(`${path}?${new URLSearchParams(query)}`, { ...init, headers: own });
}

/** Reads what Rosa was shown, as the audit has it, the first of it first. */
async function looks() {
  const { rows } = await listAudit(db.kysely, { colleague: 'rosa' }).page({ cursor: undefined, limit: 10_000 });
  return rows.toReversed().map(({ action, subject, after, at }) => ({ action, subject, after, at }));
}

async function looksOf<Result>(look: () => Promise<Result>) {
  const before = (await looks()).length;
  const result = await look();
  return { result, written: (await looks()).slice(before) };
}

/** Fields that say who somebody is, or how to reach them. */
const WHO =
  /^(?:firstName|lastNames?|lastName\d|client|document|documentNumber|phone|email|address|street|sheet|asked|description|cci|holder)$/;
/** The number of a person: one of them says little, many of them with what they owe say much. */
const NUMBER = /^(?:personId|clientId)$/;

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

/**
 * Names of colleagues, flags that lie on somebody whose number they have, and notes of what a client said: recorded,
 * whatever their fields say.
 */
const BESIDES = ['colleagues list', 'contact show', 'fraud look-up'];
/** Its addresses and names are the lender's own. */
const OF_THE_LENDER = 'parameter list';
const READS = STAFF_ROUTES.filter(({ method, personal }) => method === 'GET' || personal !== undefined);
/** Answers with one's own name, and figures for a monitor; payouts are not made here. */
const NO_LOOK = ['whoami', 'metrics', 'payouts archive'];
const PICTURE = 'applications picture';
const table = READS.filter(({ name }) => !NO_LOOK.includes(name)).map((act) => [act.name, act] as const);

describe.each(table)('%s', (_, act) => {
  test('is on record exactly when it says who somebody is', async () => {
    const { result, written } = await looksOf(() => ask(act));
    expect([act.name, result.status < 300]).toEqual([act.name, true]);
    const isJson = result.headers.get('content-type')?.startsWith('application/json');
    const body: unknown = isJson ? await result.json() : await result.text();
    const isOfPerson = (name: string) => WHO.test(name) || (isList(act) && NUMBER.test(name));
    const fields = act.name === OF_THE_LENDER ? [] : [...new Set(namesIn(body))].filter(isOfPerson);
    const saysWho = fields.length > 0 || answersFile(act) || BESIDES.includes(act.name);
    if (act.name !== 'api document')
      expect([act.name, act.personal !== undefined, fields]).toEqual([act.name, saysWho, fields]);
    expect(written.length).toBe(act.personal === undefined ? 0 : 1);
    if (act.personal === 'many') {
      const page = (body as { readonly page?: { readonly of: number } }).page;
      expect(written[0]?.after).toMatchObject({ shown: expect.any(Number), ...(page && { of: page.of }) });
      if (page) expect(page.of).toBeGreaterThanOrEqual(3);
    }
    // An id of ours is in it, never what it stands for.
    expect(JSON.stringify(written)).not.toMatch(/45678912|4000\d{4}|rosa\d*@|9800\d{5}/);
  });

  test('leaves nothing when the record cannot be written', async () => {
    // Pictures that are asked for within a minute are one look, which is on record already.
    if (act.name === PICTURE) payments.clock.pass({ minutes: 2 });
    await sql`create trigger nothing_is_written before insert on audit for each row execute function keep_record()`.execute(
      db.kysely,
    );
    try {
      const accepts = isList(act) ? [{}, { accept: 'text/csv' }] : [{}];
      for (const accept of accepts) {
        const answer = await ask(act, accept);
        const text = await answer.text();
        expect([act.name, answer.status >= 500]).toEqual([act.name, act.personal !== undefined]);
        if (act.personal !== undefined) expect(text).toContain('"error"');
      }
    } finally {
      await sql`drop trigger nothing_is_written on audit`.execute(db.kysely);
    }
  });
});

test.each(STAFF_ROUTES.filter((act) => isList(act) && act.personal).map((act) => [act.name, act] as const))(
  '%s: as a file it is on record with how many are in it, before the file is read',
  async (_, act) => {
    const { result, written } = await looksOf(() => ask(act, { accept: 'text/csv' }));
    const rows = (await result.text()).trimEnd().split('\r\n').length - 1;
    expect(written).toMatchObject([{ after: { shown: expect.any(Number), as: 'csv' } }]);
    expect(written[0]?.after).toMatchObject({ shown: rows });
  },
);

test('the register of complaints leaves under its name, and its filters and number are on record', async () => {
  for (const format of ['csv', 'ndjson']) {
    const { result, written } = await looksOf(async () =>
      payments.app.request(`/api/v1/staff/complaints/export?from=2026-01-01&format=${format}`, { headers }),
    );
    const file = `attachment; filename="complaints-export-2026-02-24.${format}"`;
    expect(result.headers.get('content-disposition')).toBe(file);
    const after = { from: '2026-01-01', shown: 4, as: format };
    expect(written).toMatchObject([{ action: 'complaints.export', subject: 'complaints', after }]);
  }
});

test('words in an address that an act does not ask for are never on record', async () => {
  const { personId } = things.debtor;
  for (const path of [`clients/${personId}`, `complaints/${things.complaint}`, 'complaints/export']) {
    const { result, written } = await looksOf(async () =>
      payments.app.request(`/api/v1/staff/${path}?client=Quispe&from=2026-01-01`, { headers }),
    );
    expect([path, result.status, written.length]).toEqual([path, 200, 1]);
    expect(JSON.stringify(written)).not.toContain('Quispe');
  }
});

test('each file that leaves has a name', async () => {
  for (const act of READS.filter((one) => answersFile(one) && one.name !== 'metrics')) {
    const [kind = '', name] = (await ask(act)).headers.get('content-disposition')?.split('; ') ?? [];
    expect([act.name, kind, name]).toEqual([
      act.name,
      act.name === PICTURE ? 'inline' : 'attachment',
      expect.stringMatching(/^filename(?:="[\w.-]+\.\w+"|\*=UTF-8''[\w.%-]+\.\w+)$/),
    ]);
  }
});

test('an answer with personal data that nobody has recorded does not leave', () => {
  const act = STAFF_ROUTES.find(({ name }) => name === 'person list') as Act;
  const c = { get: () => undefined } as unknown as Parameters<typeof requireRecord>[0];
  expect(() => requireRecord(c, act, Response.json({ people: [] }))).toThrow('person list shows personal data');
  expect(requireRecord(c, act, new Response('', { status: 404 })).status).toBe(404);
});

describe('the audit', () => {
  test('is found by colleague, however their login is spelt, and by day', async () => {
    const eva = await aColleague(db, 'Eva');
    await payments.app.request('/api/v1/staff/people', { headers: eva.headers });
    const found = async (query: string) => {
      const answer = await payments.app.request(`/api/v1/staff/audit?${query}`, { headers });
      return ((await answer.json()) as { rows: { actor: string; action: string }[] }).rows;
    };
    const own = await found('colleague=EVA');
    expect(own).toMatchObject([{ actor: 'operator:Eva', action: 'person.list' }]);
    expect(await found('colleague=Eva&from=2026-02-24&to=2026-02-24')).toEqual(own);
    expect(await found('colleague=Eva&to=2026-02-23')).toEqual([]);
    expect(await found('colleague=Eva&from=2026-02-25')).toEqual([]);
    expect(await found('colleague=Eva&subject=person')).toEqual(own);
    expect(await found('colleague=Nobody')).toEqual([]);
    expect(await lenderOf(payments, 'Rosa')('audit show', { colleague: 'eva' })).toContain('person.list');
  });

  test('finds what a colleague did in the account of a client', async () => {
    const visit = { actor: 'staff:Sol', action: 'session.call', subject: 'person:x', at: payments.clock.now() };
    await db.kysely.transaction().execute((trx) => recordAudit(trx, visit));
    expect((await listAudit(db.kysely, { colleague: 'sol' }).page({ cursor: undefined, limit: 5 })).rows).toMatchObject(
      [{ actor: 'staff:Sol', action: 'session.call' }],
    );
  });
});
