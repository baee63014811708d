import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { spellingsOf } from '#tests/support/people/spellings.ts';

const lending = withTestLending({ trustedProxies: 1 });
let address = 0;

test('nobody’s mailbox is filled: three letters an hour for one name, whether anybody has it or not', async () => {
  const { documentNumber } = await aClient(lending);
  for (const identifier of [documentNumber, '70000012']) {
    const statuses = [];
    for (let n = 0; n < 4; n++) {
      const headers = { 'X-Forwarded-For': `203.0.113.${++address}` };
      statuses.push((await callEndpoint(lending, requestPasswordReset, { body: { identifier }, headers })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  }
});

test('however a client is named and spelled, their mailbox gets three letters an hour, and the answers do not tell that it had enough', async () => {
  const client = await aClient(lending);
  const nobody = { documentNumber: '70000013', phone: '+51970000013', email: 'nadie.mas@example.pe' };
  const ask = async (named: typeof nobody) => {
    const statuses = [];
    for (const spellings of Object.values(spellingsOf(named))) {
      for (const identifier of spellings.slice(0, 9)) {
        const headers = { 'X-Forwarded-For': `203.0.113.${++address}` };
        statuses.push((await callEndpoint(lending, requestPasswordReset, { body: { identifier }, headers })).status);
      }
    }
    return statuses;
  };
  const ofClient = await ask(client);
  expect(ofClient.filter((status) => status === 202)).toHaveLength(9);
  expect(ofClient).toEqual(await ask(nobody));
  expect(await messagesTo(lending, client.email)).toHaveLength(3);
});
