import { expect, test } from 'vitest';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { createPerson } from '#server/lending/people/store/person-store.ts';
import { callEndpoint, createTestLending, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { aClient, aClientToTime, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending({ trustedProxies: 1 });
let address = 0;
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
