import { expect, test } from 'vitest';
import { requestPhoneRecovery } from '#api/endpoints/request-phone-recovery.ts';
import { aClient } from '#tests/support/client.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending-app.ts';
import { lost } from '#tests/support/recovery.ts';

const lending = withTestLending();

test('every field that is wrong is named', async () => {
  const wrong = { newPhone: '123', birthDate: 'ayer', documentNumber: '1' };
  const answer = await callEndpoint(lending, requestPhoneRecovery, { body: lost(await aClient(lending), wrong) });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(['birthDate.invalid', 'newPhone.invalid', 'documentNumber.invalid']);
});
