import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { findByIdentifier } from '#server/lending/people/identifier.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { createPerson } from '#server/lending/people/store/person-store.ts';
import { takeAttempt } from '#server/lending/people/store/throttle-store.ts';
import { SIGN_IN_ADDRESS_LIMIT } from '#server/lending/people/throttles.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  fieldCodes,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { aClient, aClientToTime, CookieJar, enter, PASSWORD } from '#tests/support/people/client.ts';
import { spellingsOf } from '#tests/support/people/spellings.ts';

let address = 0;

describe('200', () => {
  const lending = withTestLending();

  const tryIt = (identifier: string, jar = new CookieJar()) =>
    callEndpoint(lending, signIn, { body: { identifier, password: PASSWORD }, headers: jar.headers });

  describe('a browser nobody knows', () => {
    test('is asked for a code to the client’s telephone, although the password was right', {
      tags: ['asvs-6.3.3', 'asvs-6.1.3'],
    }, async () => {
      const client = await aClient(lending);
      const answer = await tryIt(client.documentNumber);
      expect(acceptedBody(answer)).toEqual({
        challenge: {
          id: expect.any(String),
          method: 'otp',
          channel: 'SMS',
          maskedPhone: `+51 9•• ••• ${client.phone.slice(-3)}`,
          expiresInSec: 300,
          resendInSec: 60,
        },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await messagesTo(lending, client.phone)).toHaveLength(1);
    });

    test('may come back after five years with the password of the first day: it does not get old', {
      tags: 'asvs-6.2.10',
    }, async () => {
      const client = await aClient(lending);
      lending.clock.moveTo('2031-01-15');
      expect(acceptedBody(await tryIt(client.documentNumber))).toHaveProperty('challenge');
    });

    test.each<[string, (client: { documentNumber: string; phone: string; email: string }) => string]>([
      ['the document', ({ documentNumber }) => documentNumber],
      ['the document with dots', ({ documentNumber }) => documentNumber.replace(/^(..)(...)/, '$1.$2.')],
      ['the telephone', ({ phone }) => phone],
      ['the telephone without its country', ({ phone }) => phone.slice(3).replace(/^(...)(...)/, '$1 $2 ')],
      ['the e-mail', ({ email }) => email],
      ['the e-mail in capitals', ({ email }) => email.toUpperCase()],
    ])('is taken to the same person by %s', async (_, identifierOf) => {
      const client = await aClient(lending);
      expect(acceptedBody(await tryIt(identifierOf(client)))).toHaveProperty('challenge');
    });
  });

  describe('a browser that was trusted', () => {
    test('needs the password alone, gets a session of its own, and ends the one it had', {
      tags: ['asvs-7.2.4', 'asvs-6.1.3'],
    }, async () => {
      const client = await aClient(lending);
      const jar = await enter(lending, client, { trustDevice: true });
      const before = { ...jar.headers };
      const answer = await tryIt(client.email, jar);
      expect(acceptedBody(answer)).toHaveProperty('nextScreen');
      jar.take(answer.headers);
      expect((await callEndpoint(lending, getSession, { headers: jar.headers })).status).toBe(200);
      expect((await callEndpoint(lending, getSession, { headers: before })).status).toBe(401);
    });

    test('is trusted for its own client only', async () => {
      const [mine, theirs] = [await aClient(lending), await aClient(lending)];
      const jar = await enter(lending, mine, { trustDevice: true });
      expect(acceptedBody(await tryIt(theirs.email, jar))).toHaveProperty('challenge');
    });

    test('is in the client’s access log', async () => {
      const client = await aClient(lending);
      await tryIt(client.email, await enter(lending, client, { trustDevice: true }));
      const log = await readAccessLog(lending.db.kysely, client.personId, 5);
      expect(log.map(({ kind }) => kind)).toEqual(['SIGN_IN', 'SIGN_IN']);
    });
  });

  test('a carné of nine digits that begins with 9 is not taken for a telephone', async () => {
    const client = await aClient(lending, { documentType: 'CE', documentNumber: '912345678' });
    expect(acceptedBody(await tryIt('912 345 678'))).toMatchObject({
      challenge: { maskedPhone: `+51 9•• ••• ${client.phone.slice(-3)}` },
    });
  });
});

describe('400', () => {
  const lending = withTestLending({ trustedProxies: 1 });

  const tryIt = (identifier: string, password: string, app = lending) =>
    callEndpoint(app, signIn, {
      body: { identifier, password },
      headers: { 'X-Forwarded-For': `203.0.113.${++address}` },
    });

  test('a wrong password, somebody unknown and somebody without a password get the same bytes', {
    tags: 'asvs-6.1.1',
  }, async () => {
    const client = await aClient(lending);
    const withoutPassword = await aBorrower(lending);
    const closed = await aClient(lending);
    await lending.db.kysely.updateTable('person').set({ status: 'CLOSED' }).where('id', '=', closed.personId).execute();
    const answers = [
      await tryIt(client.documentNumber, 'no es la contraseña'),
      await tryIt('70000001', PASSWORD),
      await tryIt('nadie@example.pe', PASSWORD),
      await tryIt('+51 999 000 111', PASSWORD),
      await tryIt(withoutPassword.documentNumber, PASSWORD),
      await tryIt(closed.documentNumber, PASSWORD),
    ];
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([
        400,
        {
          error: {
            code: 'invalid_credentials',
            message: 'The two do not belong together.',
            fieldErrors: [{ field: 'password', code: 'mismatch' }],
          },
        },
      ]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    for (const { phone } of [client, withoutPassword, closed]) expect(await messagesTo(lending, phone)).toEqual([]);
  });

  test('an e-mail that two people share, and both confirmed, names nobody', async () => {
    const client = await aClient(lending);
    const { db, vault, clock } = lending;
    await createPerson(
      db.kysely,
      vault,
      {
        documentType: 'DNI',
        documentNumber: '77000001',
        email: client.email,
        emailVerifiedAt: new Date(clock.now()),
      },
      clock.now(),
    );
    expect((await tryIt(client.email, PASSWORD)).status).toBe(400);
    expect((await tryIt(client.documentNumber, PASSWORD)).status).toBe(200);
  });

  test('nothing typed is said field by field', async () => {
    expect(fieldCodes(await tryIt('', ''))).toEqual(['identifier.required', 'password.required']);
  });

  test('the time tells nothing either: somebody known and somebody unknown wait the same', {
    tags: 'asvs-6.1.1',
  }, async () => {
    const quiet = createTestLending(lending.db, { trustedProxies: 1, minAnswerMs: 400 });
    const [known, unknown]: [number[], number[]] = [[], []];
    const timed = async (times: number[], identifier: string) => {
      const from = performance.now();
      await tryIt(identifier, 'no es la contraseña', quiet);
      times.push(performance.now() - from);
    };
    // In turns, so that a busy machine is busy for both.
    for (let n = 0; n < 7; n++) {
      const { documentNumber } = await aClientToTime(quiet);
      await timed(known, documentNumber);
      await timed(unknown, `710000${10 + n}`);
    }
    const [a, b] = [medianOf(known), medianOf(unknown)];
    expect(a).toBeGreaterThanOrEqual(395);
    // What one person's own answers differ by is the machine's.
    const noise = Math.max(spreadOf(known), spreadOf(unknown));
    expect(Math.abs(a - b)).toBeLessThan(Math.max(0.1 * a, noise));
  });

  /** Between the second fastest and the second slowest. */
  function spreadOf(times: number[]): number {
    const [, second = 0, ...rest] = times.toSorted((a, b) => a - b);
    return (rest.at(-2) ?? 0) - second;
  }

  function medianOf(times: number[]): number {
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  }
});

describe('429', () => {
  const lending = withTestLending({ trustedProxies: 1 });

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

    test('have ten free guesses together: after them even the right password does not help, until the wait is over', async () => {
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
});
