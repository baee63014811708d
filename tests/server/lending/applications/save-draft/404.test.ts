import { expect, test } from 'vitest';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('there is no third step to write', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const answer = await callEndpoint(lending, saveDraft, { headers, params: { step: 'device' }, body: {} });
  expect(answer.status).toBe(404);
});
