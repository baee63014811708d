import { describe, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { changePerson, createPerson, erasePerson, removeContacts } from '#server/lending/people/store/person-store.ts';
import { indexPeople } from '#server/lending/people/store/search-store.ts';
import { STAFF_SEARCH_LIMIT } from '#server/lending/people/throttles.ts';
import { HIT_KINDS } from '#server/lending/portfolio/search.ts';
import { FOUND_BY } from '#server/lending/portfolio/staff-search.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { ROLES, type Role } from '#server/lending/staff/colleague.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { importStatement, type Payments } from '#tests/support/payments/payments.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { type Things, withLenderAtWork } from '#tests/support/staff/full-lists.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

let db: Database<Tables>;
let payments: Payments;
let things: Things;
let people: Readonly<Record<'alba' | 'nunez' | 'li' | 'maria', string>>;
const vault = testVault();

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly client: string | null;
  readonly document: string | null;
  readonly personId: string | null;
}

let documents = 60_000_000;
async function aPerson(firstName: string, lastName1: string, lastName2: string, more: object = {}): Promise<string> {
  const person = { documentType: 'DNI' as const, documentNumber: String(++documents), firstName, lastName1, lastName2 };
  return (await createPerson(db.kysely, vault, { ...person, ...more }, payments.clock.now())).personId;
}

withLenderAtWork(async (at) => {
  ({ db, payments, things } = at);
  people = {
    alba: await aPerson('Alba Luz', 'Quispe', 'Córdova', {
      documentNumber: '61234567',
      email: 'Alba.Quispe@example.pe',
    }),
    nunez: await aPerson('José', 'Núñez', 'Ñahui', { phone: '+51987111222' }),
    li: await aPerson('Wei', 'Li', 'de la Cruz'),
    maria: await aPerson('María del Carmen', 'Albarracín', 'Flores'),
  };
});

async function searchAs(login: string, roles: readonly Role[], text: string): Promise<Response> {
  const { headers } = await aColleague(db, login, roles);
  const body = JSON.stringify({ text });
  return payments.app.request('/api/v1/staff/search', {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

/** Every search by an account of its own: what is limited is tried below. */
let searches = 0;
async function hitsOf(text: string, roles: readonly Role[] = ROLES): Promise<readonly Hit[]> {
  const answer = await searchAs(`searcher${++searches}`, roles, text);
  const body = (await answer.json()) as { readonly hits: readonly Hit[] };
  expect([text, answer.status]).toEqual([text, 200]);
  return body.hits;
}
const idsOf = async (text: string) => (await hitsOf(text)).map(({ id }) => id);

describe('a client is found by name', () => {
  test.each([
    ['Alba Quispe', 'alba'],
    ['quispe alba', 'alba'],
    ['ALBA LUZ QUISPE CÓRDOVA', 'alba'],
    ['cordova alba', 'alba'],
    ['alb cor', 'alba'],
    ['Núñez', 'nunez'],
    ['nunez', 'nunez'],
    ['nun ñah', 'nunez'],
    ['nahui jose', 'nunez'],
    ['  Nu\u0301n\u0303ez,  Jose\u0301 ', 'nunez'],
    ['wei li', 'li'],
    ['de la cruz', 'li'],
    ['albarr', 'maria'],
  ] as const)('%s: in parts, in any order, without accents and case', async (text, who) => {
    expect(await idsOf(text)).toContain(people[who]);
  });

  test('whose name is the word comes before whose name begins with it', async () => {
    const ids = await idsOf('alba');
    expect([ids.indexOf(people.alba), ids.indexOf(people.maria)]).toEqual([0, 1]);
  });

  test('each word counts, from its beginning on and no farther', async () => {
    for (const text of ['alba nunez', 'uispe', 'lba', 'quispez', 'albaquispe'])
      expect([text, (await idsOf(text)).includes(people.alba)]).toEqual([text, false]);
  });

  test('the hit says who it is by the table of masks, and of the document the end alone', async () => {
    const [hit] = await hitsOf('alba luz quispe');
    expect(hit).toEqual({
      kind: 'client',
      id: people.alba,
      client: 'Alba Luz Quispe Córdova',
      document: 'DNI ••••4567',
      personId: people.alba,
    });
  });
});

test('a text without three letters or digits in a row is refused, and asks the database nothing', async () => {
  for (const text of ['', 'al', 'a b c', '12', 'ñ', '%%%', '___', '-- ', "';'"]) {
    const answer = await searchAs('Ana', ROLES, text);
    expect([text, answer.status]).toEqual([text, 400]);
    const { error } = (await answer.json()) as { error: { fieldErrors: object[] } };
    expect(error.fieldErrors).toMatchObject([{ field: 'text', code: 'too_short' }]);
  }
  expect((await searchAs('Ana', ROLES, 'a'.repeat(61))).status).toBe(400);
});

test('patterns, quotes and signs are letters of nobody: nothing more is found by them, and nothing fails', async () => {
  for (const text of [
    '%alba%',
    'alba_',
    "alba' or '1'='1",
    'alba"; drop table person; --',
    'alba\\',
    'alba\u0000x',
    '\u202ealba',
    '😀alba😀',
    'P-2026-%%%%%%%',
    '1e309',
    '0x1F',
    '1234%',
    '$(alba)',
  ])
    expect([text, [200, 400].includes((await searchAs('Ana', ROLES, text)).status)]).toEqual([text, true]);
  expect(await idsOf('quis%')).toEqual(await idsOf('quis'));
  expect((await searchAs('Ana', ROLES, 'al%ba')).status).toBe(400);
  expect(await idsOf('P-2026-%%%%%%%')).toEqual([]);
});

describe('numbers', () => {
  test('a document whole, its end, however it is written', async () => {
    for (const text of ['61234567', '6123 4567', '61.234.567', '4567', '234567'])
      expect([text, await idsOf(text)]).toEqual([text, expect.arrayContaining([people.alba])]);
    expect(await idsOf('1234')).not.toContain(people.alba);
    expect((await idsOf('567')).length).toBe(0);
  });

  test('a telephone and an e-mail, however they are written', async () => {
    for (const text of ['987111222', '+51 987 111 222', '987-111-222'])
      expect(await idsOf(text)).toEqual([people.nunez]);
    expect(await idsOf('alba.quispe@EXAMPLE.pe')).toEqual([people.alba]);
    expect(await idsOf('alba@')).toEqual([]);
  });

  test('everybody who shares a telephone is found', async () => {
    const shared = { phone: '+51987000333' };
    const both = [
      await aPerson('Uno', 'Comparte', 'Primero', shared),
      await aPerson('Dos', 'Comparte', 'Segundo', shared),
    ];
    expect((await idsOf('987000333')).sort()).toEqual(both.sort());
  });

  test('a loan by its number or its end, an application, a complaint', async () => {
    const { debtor, application, complaint } = things;
    const name = 'Rosa Quispe Huamán';
    expect(await hitsOf(debtor.number)).toMatchObject([{ kind: 'loan', id: debtor.number, client: name }]);
    expect(await hitsOf(debtor.number.toLowerCase())).toMatchObject([{ id: debtor.number }]);
    expect((await hitsOf(debtor.number.slice(-7)))[0]).toMatchObject({ kind: 'loan', id: debtor.number });
    expect(await hitsOf(application)).toMatchObject([{ kind: 'application', id: application }]);
    expect(await hitsOf(complaint)).toMatchObject([
      { kind: 'complaint', id: complaint, client: 'Rosa Elena Quispe Ñahui' },
    ]);
  });

  test('a payment by its id, its reference and the number of the operation that its client has typed', async () => {
    const { payment } = things;
    const { reference } = await db.kysely
      .selectFrom('payment_intent')
      .select('reference')
      .where('id', '=', payment)
      .executeTakeFirstOrThrow();
    for (const text of [payment, reference, '00123456'])
      expect([text, await hitsOf(text)]).toEqual([
        text,
        expect.arrayContaining([expect.objectContaining({ kind: 'payment', id: payment })]),
      ]);
  });

  test('a transfer by the number of the bank: unidentified, and then as a loan’s', async () => {
    await importStatement(payments, [['15/01/2026', 'B77-4711', '71.50', 'YAPE NADIE']]);
    for (const text of ['B77-4711', 'b77-4711', 'B774711']) {
      const [hit] = await hitsOf(text);
      expect([text, hit?.kind]).toEqual([text, 'unapplied']);
    }
    await db.kysely
      .updateTable('disbursement_order')
      .set({ provider_ref: 'BK-99-1' })
      .where('loan_id', '=', things.debtor.loan.id)
      .execute();
    expect(await hitsOf('bk-99-1')).toMatchObject([{ kind: 'loan', id: things.debtor.number }]);
  });

  test('the most exact comes first, and at most 20 in all', async () => {
    for (let n = 0; n < 25; n += 1) await aPerson(`Nombre${'abcdefghijklmnopqrstuvwxyz'[n]}`, 'Zzyzx', 'Muchos');
    expect((await hitsOf('zzyzx')).length).toBe(20);
    const ended = await aPerson('Fin', 'Deloan', 'Igual', { documentNumber: `6${things.debtor.number.slice(-7)}` });
    const hits = await hitsOf(things.debtor.number.slice(-7));
    expect(hits.map(({ kind }) => kind).slice(0, 1)).toEqual(['loan']);
    expect(hits.map(({ id }) => id)).toContain(ended);
  });
});

describe('who may search', () => {
  test('each kind is found by those who may open it, and by nobody else', () => {
    const acts = {
      client: 'person show',
      loan: 'loan show',
      application: 'applications show',
      complaint: 'complaints show',
      payment: 'payments show',
      unapplied: 'payments unapplied',
    } as const;
    for (const kind of HIT_KINDS) {
      const opens = STAFF_ROUTES.find(({ name }) => name === acts[kind])?.may.filter((role) =>
        ROLES.includes(role as Role),
      );
      expect([kind, [...FOUND_BY[kind]].sort()]).toEqual([kind, [...(opens ?? [])].sort()]);
    }
  });

  test('an administrator is refused; an underwriter is not told of payments, nor collections of applications', async () => {
    expect((await searchAs('Sole', ['admin'], 'alba')).status).toBe(403);
    expect(await hitsOf(things.payment, ['underwriter'])).toEqual([]);
    expect(await hitsOf(things.application, ['collections'])).toEqual([]);
    expect(await hitsOf(things.application, ['underwriter'])).toHaveLength(1);
  });

  test('collections sees the name whole; the document is its end for everybody', async () => {
    for (const role of ['collections', 'support', 'finance'] as const)
      expect(await hitsOf('cordova alba', [role])).toMatchObject([
        { client: 'Alba Luz Quispe Córdova', document: 'DNI ••••4567' },
      ]);
  });

  test('who searches is on record, with whom they were shown, and not what they typed', async () => {
    await searchAs('Recorded', ['support'], 'cordova alba');
    const [record] = (await readAudit(db.kysely, 'search')).filter(({ actor }) => actor === 'operator:Recorded');
    expect(record).toMatchObject({ action: 'search', after: { shown: 1, found: [`client:${people.alba}`] } });
    expect(JSON.stringify(record)).not.toMatch(/cordova|alba/i);
  });

  test('a colleague who searches without end is stopped, and another one is not', async () => {
    for (let n = 0; n < STAFF_SEARCH_LIMIT.burst; n += 1)
      expect((await searchAs('Busy', ['support'], 'P-2026-9999999')).status).toBe(200);
    const stopped = await searchAs('Busy', ['support'], 'alba');
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await searchAs('Calm', ['support'], 'alba')).status).toBe(200);
  });
});

describe('the index', () => {
  const rowsOf = async (personId: string) =>
    db.kysely.selectFrom('person_search').selectAll().where('person_id', '=', personId).execute();

  test('holds nothing that can be read, and another key for the same text of another kind', async () => {
    const rows = await rowsOf(people.alba);
    expect(rows.length).toBeGreaterThan(15);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    const texts = ['quispe', '4567'];
    for (const text of texts) {
      const keys = ['search-name', 'search-document-end', 'other'].map((kind) => vault.indexOf(kind)(text));
      expect(new Set([...keys, vault.blindIndex('search-name', text)]).size).toBe(4);
    }
    expect(rows.map(({ key }) => key)).toContain(vault.indexOf('search-name')('quispe'));
  });

  test('a changed name is found anew and no more as it was; a change that is undone leaves the old one', async () => {
    const id = await aPerson('Antes', 'Delcambio', 'Igual');
    const change = { firstName: 'Después' };
    const now = payments.clock.now();
    await db.kysely.transaction().execute((trx) => changePerson(trx, vault, id, change, { now }));
    expect([await idsOf('antes delcambio'), await idsOf('despues delcambio igual')]).toEqual([[], [id]]);
    const undone = db.kysely.transaction().execute(async (trx) => {
      await changePerson(trx, vault, id, { lastName1: 'Nunca' }, { now });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await idsOf('nunca'), await idsOf('delcambio despues')]).toEqual([[], [id]]);
  });

  test('a person whose contacts were removed is still found by name; an erased one by nothing, without a row', async () => {
    const id = await aPerson('Borrada', 'Delindice', 'Toda', { documentNumber: '69990001', phone: '+51987444555' });
    const now = payments.clock.now();
    await db.kysely.transaction().execute((trx) => removeContacts(trx, id, now));
    expect([await idsOf('delindice'), await idsOf('987444555')]).toEqual([[id], []]);
    await db.kysely.transaction().execute((trx) => erasePerson(trx, id, now));
    for (const text of ['delindice', '69990001', '0001', id])
      expect([text, (await idsOf(text)).includes(id)]).toEqual([text, false]);
    expect(await rowsOf(id)).toEqual([]);
    expect(await indexPeople(db, vault)).toBe(0);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('people of before the search are indexed by the pass, once', async () => {
    const id = await aPerson('Antigua', 'Delpase', 'Primera');
    await db.kysely.deleteFrom('person_search').where('person_id', '=', id).execute();
    expect(await idsOf('delpase')).toEqual([]);
    expect([await indexPeople(db, vault), await indexPeople(db, vault)]).toEqual([1, 0]);
    expect(await idsOf('delpase')).toEqual([id]);
  });
});

test('at the desk a search leads to the page of each hit, and nothing searched stands in an address', async () => {
  const { headers } = await aColleague(db, 'Desi', ['support']);
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const own = { cookie, 'sec-fetch-site': 'same-origin' };
  const post = (q: string) =>
    payments.app.request('/desk/search', { method: 'POST', body: new URLSearchParams({ q }), headers: own });
  const sent = await post('cordova alba');
  const address = sent.headers.get('location') ?? '';
  expect([sent.status, address]).toEqual([303, expect.stringMatching(/^\/desk\/search\?kept=[\w-]+$/)]);
  const page = await (await payments.app.request(address, { headers: { cookie } })).text();
  expect(page).toContain(`<a href="/desk/person/show?personId=${people.alba}">Alba Luz Quispe Córdova</a>`);
  expect(page).toContain('DNI ••••4567');
  const short = (await post('al')).headers.get('location') ?? '';
  const refused = await payments.app.request(short, { headers: { cookie } });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('al menos tres letras')]);
  expect((await payments.app.request('/desk/search', { headers: { cookie } })).status).toBe(200);
});

test('as a command it finds the same', async () => {
  const text = await lenderOf(payments, 'Cmd')('search', { text: 'cordova alba' });
  expect(text).toContain('Alba Luz Quispe Córdova');
  expect(text).toContain('DNI ••••4567');
});
