import { expect, test } from 'vitest';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { anApplicant, detailsOf } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const submit = (headers: Record<string, string>) =>
  callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep() });

test.each(['PERSONAL', 'SCORING'] as const)('at %s it is out of order', { tags: 'asvs-2.3.1' }, async (stage) => {
  const { headers } = await anApplicant(lending, stage);
  expect(detailsOf(await submit(headers))).toMatchObject({ code: 'illegal_transition', details: { stage } });
});

test('from an older version it is refused', async () => {
  const { headers } = await anApplicant(lending, 'FINANCIAL');
  expect(detailsOf(await submit({ ...headers, 'If-Match': '"1"' })).code).toBe('stale_version');
});
