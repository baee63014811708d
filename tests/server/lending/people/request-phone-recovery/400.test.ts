import { expect, test } from 'vitest';
import { requestPhoneRecovery } from '#api/endpoints/people/request-phone-recovery.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { lost } from '#tests/support/people/recovery.ts';

const lending = withTestLending();

test('every field that is wrong is named', async () => {
  const wrong = { newPhone: '123', birthDate: 'ayer', documentNumber: '1' };
  const answer = await callEndpoint(lending, requestPhoneRecovery, { body: lost(await aClient(lending), wrong) });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(['birthDate.invalid', 'newPhone.invalid', 'documentNumber.invalid']);
});
