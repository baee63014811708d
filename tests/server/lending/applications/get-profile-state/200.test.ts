import { expect, test } from 'vitest';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a client who has never applied is sent to the calculator', async () => {
  const state = await stateOf(lending, await aBorrower(lending));
  expect(state).toMatchObject({
    application: null,
    loan: null,
    nextScreen: { name: 'calculator' },
    maintenance: false,
  });
  expect(state.allowedScreens).toContain('profile-settings');
});

test.each([
  ['PERSONAL', 'DRAFT', 'application-personal'],
  ['FINANCIAL', 'DRAFT', 'application-financial'],
  ['DEVICE', 'DRAFT', 'application-iov'],
  ['SCORING', 'PENDING', 'application-waiting'],
  ['OFFER', 'APPROVED', 'application-offer'],
] as const)('at %s (%s) the next screen is %s', async (stage, status, name) => {
  const state = await stateOf(lending, await anApplicant(lending, stage));
  expect(state.application).toMatchObject({ stage, status });
  expect(state.nextScreen).toEqual({ name });
  expect(state.allowedScreens).toContain(name);
});

test('looking changes nothing: the version stays', async () => {
  const applicant = await anApplicant(lending, 'FINANCIAL');
  const before = await stateOf(lending, applicant);
  expect(await stateOf(lending, applicant)).toEqual(before);
});
