import { describe, expect, test } from 'vitest';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, CookieJar, enter, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending({ trustedProxies: 1 });
let address = 0;

async function tryIt(identifier: string, password: string, { jar = new CookieJar(), from = '' } = {}) {
  const headers = { ...jar.headers, 'X-Forwarded-For': from || `203.0.113.${++address % 250}` };
  const answer = await callEndpoint(lending, signIn, { body: { identifier, password }, headers });
  return { answer, status: answer.status, wait: Number(answer.headers.get('retry-after')) };
}

describe('guessing a password', () => {
  test('is free five times, and then takes longer each time, up to a quarter of an hour; never for ever', async () => {
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

  test('is counted for names nobody has just the same', async () => {
    for (let n = 0; n < 5; n++) expect((await tryIt('73000001', 'mal')).status).toBe(400);
    expect((await tryIt('73000001', 'mal')).status).toBe(429);
  });

  test('a hundred at once are no more than five', async () => {
    const { documentNumber } = await aClient(lending);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await tryIt(documentNumber, `adivino ${n}`)).status),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('elsewhere does not keep the client out of the browser they trust', async () => {
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

test('one address may fail fifty times in a quarter of an hour, with however many names', async () => {
  const from = '198.51.100.23';
  for (let n = 0; n < 50; n++) expect((await tryIt(`7400${String(1000 + n)}`, 'mal', { from })).status).toBe(400);
  expect((await tryIt('74009999', 'mal', { from })).status).toBe(429);
  expect((await tryIt('74009999', 'mal')).status).toBe(400);
  lending.clock.pass({ minutes: 15 });
  expect((await tryIt('74009998', 'mal', { from })).status).toBe(400);
});
