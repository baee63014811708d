import { expect, test } from 'vitest';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { anApplicant, detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { aPersonalStep } from '#tests/support/applications/application-form.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const submit = (headers: Record<string, string>) =>
  callEndpoint(lending, submitPersonalStep, { headers, body: aPersonalStep() });

test.each(['SCORING', 'OFFER'] as const)(
  'at %s it is too late to correct it',
  { tags: 'asvs-8.1.2' },
  async (stage) => {
    const { headers } = await anApplicant(lending, stage);
    expect(detailsOf(await submit(headers))).toMatchObject({ code: 'illegal_transition', details: { stage } });
  },
);

test('from an older version it is refused, and nothing is changed', async () => {
  const applicant = await anApplicant(lending, 'FINANCIAL');
  const before = await stateOf(lending, applicant);
  const answer = await submit({ ...applicant.headers, 'If-Match': '"1"' });
  expect(detailsOf(answer).code).toBe('stale_version');
  expect(await stateOf(lending, applicant)).toEqual(before);
});

test('without an application there is nothing to send', async () => {
  const { headers } = await aBorrower(lending);
  expect(detailsOf(await submit(headers)).code).toBe('illegal_transition');
});
