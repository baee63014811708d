import { expect, test } from 'vitest';
import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { anApplicant, detailsOf, NO_PICTURES, uploadFile } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('a picture that was sent with the device step stays', async () => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const selfieId = await uploadFile(lending, headers, 'SELFIE');
  await callEndpoint(lending, submitDeviceStep, { headers, body: { ...NO_PICTURES, identity: { selfieId } } });
  const params = { documentId: selfieId };
  const answer = await callEndpoint(lending, deleteApplicationDocument, { headers, params });
  expect(detailsOf(answer).code).toBe('document_submitted');
});
