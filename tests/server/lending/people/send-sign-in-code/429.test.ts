import { expect, test } from 'vitest';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';

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
