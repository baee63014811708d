import { expect, test } from 'vitest';
import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import { anApplicant, PHOTO } from '#tests/support/applications/applicant.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each(['SCORING', 'OFFER'] as const)('at %s no file is asked for', async (stage) => {
  const { headers } = await anApplicant(lending, stage);
  const form = new FormData();
  form.set('type', 'SELFIE');
  form.set('file', new Blob([PHOTO]), 'foto.jpg');
  const response = await lending.app.request(uploadApplicationDocument.path, {
    method: 'POST',
    headers,
    body: form,
  });
  expect(response.status).toBe(409);
});
