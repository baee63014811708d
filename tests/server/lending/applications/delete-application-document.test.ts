import { describe, expect, test } from 'vitest';
import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { anApplicant, detailsOf, NO_PICTURES, uploadFile } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

describe('204', () => {
  test('a picture that was taken back is gone', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const documentId = await uploadFile(lending, headers, 'SELFIE');
    const answer = await callEndpoint(lending, deleteApplicationDocument, { headers, params: { documentId } });
    expect(answer.status).toBe(204);
    const { documents } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
    expect(documents).toEqual([]);
  });
});

describe('404', () => {
  test('what is not there and what is not yours are the same', async () => {
    const owner = await anApplicant(lending, 'DEVICE');
    const documentId = await uploadFile(lending, owner.headers, 'SELFIE');
    const { headers } = await anApplicant(lending, 'DEVICE');
    const answers = await Promise.all(
      [documentId, uuidv7(Date.now())].map((id) =>
        callEndpoint(lending, deleteApplicationDocument, { headers, params: { documentId: id } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });
});

describe('409', () => {
  test('a picture that was sent with the device step stays', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const selfieId = await uploadFile(lending, headers, 'SELFIE');
    await callEndpoint(lending, submitDeviceStep, { headers, body: { ...NO_PICTURES, identity: { selfieId } } });
    const params = { documentId: selfieId };
    const answer = await callEndpoint(lending, deleteApplicationDocument, { headers, params });
    expect(detailsOf(answer).code).toBe('document_submitted');
  });
});
