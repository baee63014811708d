import { describe, expect, test } from 'vitest';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { findByIdentifier } from '#server/lending/people/identifier.ts';
import { takeAttempt } from '#server/lending/people/store/throttle-store.ts';
import { SIGN_IN_ADDRESS_LIMIT } from '#server/lending/people/throttles.ts';
import { acceptedBody, callEndpoint, createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, CookieJar, enter, PASSWORD } from '#tests/support/people/client.ts';
import { spellingsOf } from '#tests/support/people/spellings.ts';

const lending = withTestLending({ trustedProxies: 1 });
let address = 0;

async function tryIt(identifier: string, password: string, { jar = new CookieJar(), from = '' } = {}) {
  const headers = { ...jar.headers, 'X-Forwarded-For': from || `203.0.113.${++address % 250}` };
  const answer = await callEndpoint(lending, signIn, { body: { identifier, password }, headers });
  return { answer, status: answer.status, wait: Number(answer.headers.get('retry-after')) };
}

describe('guessing a password', () => {
  test('is free five times, and then takes longer each time, up to a quarter of an hour; never for ever', {
    tags: 'asvs-6.1.1',
  }, async () => {
    const { documentNumber } = await aClient(lending);
    for (let n = 0; n < 5; n++) expect((await tryIt(documentNumber, `mal ${n}`)).status).toBe(400);
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      const { status, wait } = await tryIt(documentNumber, `mal otra vez ${n}`);
      expect(status).toBe(429);
      waits.push(wait);
      lending.clock.pass({ seconds: wait });
      expect((await tryIt(documentNumber, 'mal y mal')).status).toBe(400);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    lending.clock.pass({ hours: 1 });
    expect((await tryIt(documentNumber, PASSWORD)).status).toBe(200);
  });

  test('is counted for names nobody has just the same', { tags: 'asvs-6.3.1' }, async () => {
    for (let n = 0; n < 5; n++) expect((await tryIt('73000001', 'mal')).status).toBe(400);
    expect((await tryIt('73000001', 'mal')).status).toBe(429);
  });

  test('a hundred at once are no more than five', { tags: 'asvs-6.3.1' }, async () => {
    const { documentNumber } = await aClient(lending);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await tryIt(documentNumber, `adivino ${n}`)).status),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('elsewhere does not keep the client out of the browser they trust', { tags: 'asvs-6.1.1' }, async () => {
    const client = await aClient(lending);
    const jar = await enter(lending, client, { trustDevice: true });
    for (let n = 0; n < 6; n++) await tryIt(client.documentNumber, 'mal');
    expect((await tryIt(client.documentNumber, 'mal')).status).toBe(429);
    expect((await tryIt(client.documentNumber, PASSWORD, { jar })).status).toBe(200);
  });

  test('in the trusted browser itself, the right password alone is no longer enough', async () => {
    const client = await aClient(lending);
    const jar = await enter(lending, client, { trustDevice: true });
    for (let n = 0; n < 5; n++) expect((await tryIt(client.documentNumber, 'mal', { jar })).status).toBe(400);
    lending.clock.pass({ minutes: 2 });
    const { answer } = await tryIt(client.documentNumber, PASSWORD, { jar });
    expect(acceptedBody(answer)).toHaveProperty('challenge');
  });
});

test('one address may fail fifty times in a quarter of an hour, with however many names', {
  tags: 'asvs-6.1.1',
}, async () => {
  const from = '198.51.100.23';
  for (let n = 0; n < 50; n++) expect((await tryIt(`7400${String(1000 + n)}`, 'mal', { from })).status).toBe(400);
  expect((await tryIt('74009999', 'mal', { from })).status).toBe(429);
  expect((await tryIt('74009999', 'mal')).status).toBe(400);
  lending.clock.pass({ minutes: 15 });
  expect((await tryIt('74009998', 'mal', { from })).status).toBe(400);
});

const NOBODY = { documentNumber: '70010021', phone: '+51970010021', email: 'nadie.de.nada@example.pe' };

describe.each(['document', 'phone', 'email'] as const)('forty spellings of one %s', (kind) => {
  test('are one name: five guesses are free, whoever it names, and not one more by another spelling', {
    tags: 'asvs-6.3.1',
  }, async () => {
    for (const named of [await aClient(lending), NOBODY]) {
      const spellings = spellingsOf(named)[kind].slice(0, 40);
      const statuses = [];
      for (const spelling of spellings) statuses.push((await tryIt(spelling, 'mal')).status);
      expect(statuses).toEqual([...Array(5).fill(400), ...Array(35).fill(429)]);
    }
  });

  test('all find the client, so that none of them is counted apart from what it opens', async () => {
    const client = await aClient(lending);
    for (const spelling of spellingsOf(client)[kind].slice(0, 40)) {
      expect([spelling, (await findByIdentifier(lending, spelling)) === client.personId]).toEqual([spelling, true]);
    }
  });
});

describe('the three names of one client', () => {
  test('are slowed each for itself as anybody’s, so that two of them do not tell that they are one client’s', async () => {
    const client = await aClient(lending);
    const tried = async ({ documentNumber, email, phone }: typeof NOBODY) => {
      const statuses = [];
      for (const name of [documentNumber, email, phone]) {
        for (let n = 0; n < 6; n++) statuses.push((await tryIt(name, `mal ${n}`)).status);
      }
      return statuses;
    };
    const nobody = { documentNumber: '70010023', phone: '+51970010023', email: 'nadie.mas@example.pe' };
    expect(await tried(client)).toEqual(await tried(nobody));
  });

  test('have ten free guesses together: after them even the right password is no answer, until the wait is over', async () => {
    const client = await aClient(lending);
    for (const name of [client.documentNumber, client.email]) {
      for (let n = 0; n < 5; n++) expect((await tryIt(name, `mal ${n}`)).status).toBe(400);
    }
    expect((await tryIt(client.phone, PASSWORD)).status).toBe(400);
    lending.clock.pass({ minutes: 15 });
    expect((await tryIt(client.phone, PASSWORD)).status).toBe(200);
  });
});

test('who fails fifty times at an address does not keep a client there out of the browser they trust', async () => {
  const from = '198.51.100.24';
  const client = await aClient(lending);
  const jar = await enter(lending, client, { trustDevice: true });
  const now = lending.clock.now();
  const failure = { scope: 'sign-in-from-address', key: from, now } as const;
  for (let n = 0; n < 50; n++) await takeAttempt(lending.db.kysely, failure, SIGN_IN_ADDRESS_LIMIT);
  expect((await tryIt(client.documentNumber, PASSWORD, { from })).status).toBe(429);
  expect((await tryIt(client.documentNumber, PASSWORD, { from, jar })).status).toBe(200);
});

test('two copies of the service count failures together', { tags: 'asvs-6.3.1' }, async () => {
  const other = createTestLending(lending.db, { trustedProxies: 1, clock: lending.clock });
  const statuses = [];
  for (const copy of [lending, other, lending, other, lending, other]) {
    const headers = { 'X-Forwarded-For': `203.0.113.${++address % 250}` };
    const body = { identifier: '70010022', password: 'mal' };
    statuses.push((await callEndpoint(copy, signIn, { body, headers })).status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});
