import { expect, test } from 'vitest';
import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { anApplicant, uploadFile } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('a picture that was taken back is gone', async () => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const documentId = await uploadFile(lending, headers, 'SELFIE');
  const answer = await callEndpoint(lending, deleteApplicationDocument, { headers, params: { documentId } });
  expect(answer.status).toBe(204);
  const { documents } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
  expect(documents).toEqual([]);
});
