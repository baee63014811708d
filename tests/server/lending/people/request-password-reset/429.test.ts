import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';

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
