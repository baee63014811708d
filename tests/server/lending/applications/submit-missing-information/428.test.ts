import { expect, test } from 'vitest';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { aRefusedAccount, askedOf } from '#tests/support/applications/information.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const ASKED = {
  error: { reauth: { level: 'stepUp', purpose: 'change-bank-account', methods: ['password', 'otp'] } },
};

test('another account after a refusal of the bank needs the password and a code, and nothing is answered before', async () => {
  const signer = await aRefusedAccount(lending, {});
  const [item] = await askedOf(lending, signer);
  const body = { items: [{ itemId: item?.itemId, value: 'bbva 01181400021234567818' }] };
  const answer = await callEndpoint(lending, submitMissingInformation, { headers: signer.headers, body });
  expect([answer.status, answer.body]).toMatchObject([428, ASKED]);
  expect((await askedOf(lending, signer)).map(({ done }) => done)).toEqual([false]);
});
