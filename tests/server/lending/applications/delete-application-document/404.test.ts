import { expect, test } from 'vitest';
import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { anApplicant, uploadFile } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('what is not there and what is not yours are the same', async () => {
  const owner = await anApplicant(lending, 'DEVICE');
  const documentId = await uploadFile(lending, owner.headers, 'SELFIE');
  const { headers } = await anApplicant(lending, 'DEVICE');
  const answers = await Promise.all(
    [documentId, uuidv7()].map((id) =>
      callEndpoint(lending, deleteApplicationDocument, { headers, params: { documentId: id } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
});
