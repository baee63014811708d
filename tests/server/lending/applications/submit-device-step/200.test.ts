import { expect, test } from 'vitest';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { anApplicant, NO_PICTURES, uploadFile } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const submit = async (headers: Record<string, string>, body: unknown) =>
  acceptedBody(await callEndpoint(lending, submitDeviceStep, { headers, body }));

test.each(['ok', 'blocked', 'timeout'])('with a check that was %s the decision begins', async (blackboxState) => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const body = { blackboxState, deviceConsent: true, identity: {} };
  expect(await submit(headers, body)).toMatchObject({
    application: { stage: 'SCORING', status: 'PENDING' },
    nextScreen: { name: 'application-waiting' },
  });
});

test('with the pictures it asks for', async () => {
  const inquiry = { installmentInquiry: { amount: 1500, term: 12, productId: 12 } };
  const { headers } = await anApplicant(lending, 'DEVICE', { inquiry });
  const identity = {
    dniFrontId: await uploadFile(lending, headers, 'DNI_FRONT'),
    dniBackId: await uploadFile(lending, headers, 'DNI_BACK'),
    selfieId: await uploadFile(lending, headers, 'SELFIE'),
  };
  const state = await submit(headers, { ...NO_PICTURES, identity });
  expect(state.application?.stage).toBe('SCORING');
});
