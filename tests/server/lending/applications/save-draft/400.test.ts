import { expect, test } from 'vitest';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  ['personal', { firstName: 7 }, ['firstName.invalid']],
  ['personal', { monthlyIncome: 1 }, ['monthlyIncome.unknown']],
  ['financial', { firstName: 'Ana' }, ['firstName.unknown']],
  ['financial', { role: 'admin' }, ['role.unknown']],
])('%s %j: %j', async (step, body, codes) => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const answer = await callEndpoint(lending, saveDraft, { headers, params: { step }, body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});
