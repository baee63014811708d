import { describe, expect, test } from 'vitest';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { aRefusedAccount } from '#tests/support/applications/information.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
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
  ] as const)(
    'at %s (%s) the next screen is %s',
    { tags: ['spec-3.26', 'spec-4.1', 'spec-7.2'] },
    async (stage, status, name) => {
      const state = await stateOf(lending, await anApplicant(lending, stage));
      expect(state.application).toMatchObject({ stage, status });
      expect(state.nextScreen).toEqual({ name });
      expect(state.allowedScreens).toContain(name);
    },
  );

  test('looking changes nothing: the version stays', async () => {
    const applicant = await anApplicant(lending, 'FINANCIAL');
    const before = await stateOf(lending, applicant);
    expect(await stateOf(lending, applicant)).toEqual(before);
  });

  test('while people look at it, the day of their answer is told, until it is over', async () => {
    const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal: { pep: true, pepPosition: 'Regidora' } });
    const answer = async () => {
      const { answerBy, answerIsLate } = (await stateOf(lending, applicant)).application ?? {};
      return [answerBy, answerIsLate];
    };
    // Asked on Thursday 15/01/2026.
    expect(await answer()).toEqual(['2026-01-16', undefined]);
    lending.clock.moveTo('2026-01-16');
    expect(await answer()).toEqual(['2026-01-16', undefined]);
    lending.clock.moveTo('2026-01-17');
    expect(await answer()).toEqual([undefined, true]);
  });

  test('after the bank has refused the account, the last day for another one is told', async () => {
    const { loan } = await stateOf(lending, await aRefusedAccount(lending));
    expect(loan).toMatchObject({ status: 'DISBURSMENT_FAILED', accountBy: '2026-01-19' });
  });
});
