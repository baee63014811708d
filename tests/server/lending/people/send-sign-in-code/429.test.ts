import { expect, test } from 'vitest';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { callEndpoint, createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { spellingsOf } from '#tests/support/people/spellings.ts';

const lending = withTestLending({ trustedProxies: 1 });
let address = 0;
const ask = async (identifier: string) => {
  const headers = { 'X-Forwarded-For': `198.51.100.${++address}` };
  return (await callEndpoint(lending, sendSignInCode, { body: { identifier }, headers })).status;
};

test('a name gets a code a minute and five an hour, whether anybody has it or not', async () => {
  const { documentNumber } = await aClient(lending);
  for (const identifier of [documentNumber, '70000011']) {
    const statuses = [await ask(identifier), await ask(identifier)];
    for (let n = 0; n < 5; n++) {
      lending.clock.pass({ minutes: 2 });
      statuses.push(await ask(identifier));
    }
    expect(statuses).toEqual([202, 429, 202, 202, 202, 202, 429]);
  }
});

test.each(['document', 'phone', 'email'] as const)('forty spellings of one %s get one code a minute', async (kind) => {
  const nobody = { documentNumber: '70000014', phone: '+51970000014', email: 'nadie.menos@example.pe' };
  for (const named of [await aClient(lending), nobody]) {
    const statuses = [];
    for (const spelling of spellingsOf(named)[kind].slice(0, 40)) statuses.push(await ask(spelling));
    expect(statuses).toEqual([202, ...Array(39).fill(429)]);
  }
});

test('two copies of the service count codes together', { tags: 'asvs-2.4.1' }, async () => {
  const other = createTestLending(lending.db, { trustedProxies: 1, clock: lending.clock });
  const body = { identifier: '70000015' };
  const statuses = [];
  for (const copy of [lending, other]) statuses.push((await callEndpoint(copy, sendSignInCode, { body })).status);
  expect(statuses).toEqual([202, 429]);
});
