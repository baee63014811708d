import { expect, test } from 'vitest';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aVisitor } from '#tests/support/people/registration.ts';

const lending = withTestLending({ trustedProxies: 1 });
let address = 0;
/** From another address each time, unless told. */
const start = (phone: string, from = `203.0.113.${++address}`) =>
  callEndpoint(lending, startRegistration, { body: aVisitor({ phone }), headers: { 'X-Forwarded-For': from } });

test('one telephone gets a code a minute, five an hour and ten a day, whoever asks from wherever', async () => {
  const phone = '987100001';
  expect((await start(phone)).status).toBe(201);
  const tooSoon = await start(phone);
  expect([tooSoon.status, tooSoon.headers.get('retry-after')]).toEqual([429, '60']);
  const tryAfter = async (minutes: number) => {
    lending.clock.pass({ minutes });
    return (await start(phone)).status;
  };
  for (let n = 2; n <= 5; n++) expect(await tryAfter(1)).toBe(201);
  expect(await tryAfter(1)).toBe(429);
  expect(await tryAfter(55)).toBe(201);
  for (let n = 7; n <= 10; n++) expect(await tryAfter(15)).toBe(201);
  expect(await tryAfter(120)).toBe(429);
  expect(await messagesTo(lending, `+51${phone}`)).toHaveLength(10);
});

test('what was refused does not count: nobody keeps somebody else from their code', async () => {
  const phone = '987100002';
  await start(phone);
  for (let n = 0; n < 30; n++) expect((await start(phone)).status).toBe(429);
  lending.clock.pass({ seconds: 60 });
  expect((await start(phone)).status).toBe(201);
});

test('three hundred people behind one carrier’s address each get their code; the next one waits seconds, not an hour', {
  tags: 'asvs-2.4.1',
}, async () => {
  const from = '198.51.100.77';
  const telephone = (n: number) => `9872${String(n).padStart(5, '0')}`;
  for (let n = 0; n < 300; n++) expect((await start(telephone(n), from)).status).toBe(201);
  const refused = await start(telephone(300), from);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '12']);
  expect((await start(telephone(300))).status).toBe(201);
  lending.clock.pass({ seconds: 12 });
  expect((await start(telephone(301), from)).status).toBe(201);
});

test('a telephone that has had enough uses nothing up of the address it is asked from', async () => {
  const from = '198.51.100.78';
  for (let n = 0; n < 310; n++) await start('987250001', from);
  expect((await start('987250002', from)).status).toBe(201);
});

test('of many at once only one gets through', async () => {
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await start('987300001')).status));
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
});
