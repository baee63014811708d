import { expect, test } from 'vitest';
import { requestPhoneRecovery } from '#api/endpoints/people/request-phone-recovery.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { lost } from '#tests/support/people/recovery.ts';

const lending = withTestLending();

test('a birthday cannot be guessed: three tries an hour for one document', async () => {
  const client = await aClient(lending);
  const statuses = [];
  for (const day of ['01', '02', '03', '04']) {
    const body = lost(client, { birthDate: `1990-01-${day}` });
    statuses.push((await callEndpoint(lending, requestPhoneRecovery, { body })).status);
  }
  expect(statuses).toEqual([202, 202, 202, 429]);
});
