import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import { seedHolidays } from '#server/lending/parameters/seed-holidays.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { choose } from '#tests/support/browser/screen-acts.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
/** A person looks at such an application. */
const personal = { pep: true, pepPosition: 'Regidora' };

async function leadOf(applicant: Awaited<ReturnType<typeof anApplicant>>) {
  const screen = await openClientScreen(lending, 'application-in-progress', { jar: browserOf(applicant) });
  await screen.until(() => expect(screen.text()).toContain('SOL-2026'));
  const lead = [...document.querySelectorAll('.lead')].map(({ textContent }) => textContent);
  await screen.close();
  return lead;
}

test('the day of the answer is told until it is over; then that it takes longer; and nothing where nobody knows a day', {
  tags: 'promise-an-application-on-its-way',
}, async () => {
  const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal });
  expect(await leadOf(applicant)).toEqual(['You will have the answer by 16/01/2026.']);
  await sql`truncate holiday`.execute(lending.db.kysely);
  expect(await leadOf(applicant)).toEqual([]);
  await seedHolidays(lending.db.kysely);
  lending.clock.moveTo('2026-01-17');
  expect(await leadOf(applicant)).toEqual(['It is taking longer than we told you. A person is still looking at it.']);
});

test('what was done has its time, the person who looks has a day, and the answer comes next', async () => {
  const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal });
  const screen = await openClientScreen(lending, 'application-in-progress', { jar: browserOf(applicant) });
  await screen.until(() => expect(screen.text()).toContain('We received your details'));
  const steps = [...document.querySelectorAll('.way li')].map((li) => [
    li.className,
    li.querySelector('.when')?.textContent,
  ]);
  expect(steps[0]).toEqual(['done', expect.stringMatching(/^15\/01\/2026, \d\d:\d\d$/)]);
  expect(steps.slice(-2)).toEqual([
    ['now', 'by 16/01/2026'],
    ['later', undefined],
  ]);
  expect(screen.text()).toContain('You owe nothing for this loan yet');
});

test('nothing is there to press before the steps are, which would move it from under the finger', async () => {
  const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal });
  const steps = Promise.withResolvers<void>();
  const screen = await openClientScreen(lending, 'application-in-progress', {
    jar: browserOf(applicant),
    slow: { path: getApplication.path, until: steps.promise },
  });
  await screen.until(() => expect(screen.text()).toContain('A person is looking at your application'));
  expect([...document.querySelectorAll('main button')].map(({ textContent }) => textContent)).toEqual([]);
  steps.resolve();
  await screen.until(() => expect(screen.text()).toContain('We received your details'));
  expect(screen.text()).toContain('Check for an answer');
});

test('a look that fails says so, and not that there is no answer yet', async () => {
  const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal });
  const screen = await openClientScreen(lending, 'application-in-progress', { jar: browserOf(applicant) });
  await screen.until(() => expect(screen.text()).toContain('SOL-2026'));
  const told = () => screen.find('.card p[role=status]').textContent;
  screen.environment.failing = getProfileState.path;
  await screen.pressText('Check for an answer');
  await screen.until(() => expect(told()).toContain('Check your connection and try again.'));
  screen.environment.failing = undefined;
  await screen.pressText('Check for an answer');
  await screen.until(() => expect(told()).toBe('There is no answer yet.'));
});

test('withdrawn while an earlier look is on its way: its answer does not lead back to an application that has ended', async () => {
  const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal });
  const screen = await openClientScreen(lending, 'application-in-progress', { jar: browserOf(applicant) });
  await screen.until(() => expect(screen.text()).toContain('SOL-2026'));
  const { replaceEnvironment, environment } = await import('#stores/environment.ts');
  const before = environment();
  // The answer to the look is slow: it is of before the withdrawal, and arrives after it.
  const slow = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  replaceEnvironment({
    ...before,
    fetch: async (address, init) => {
      const answer = await before.fetch(address, init);
      if (String(address) !== getProfileState.path) return answer;
      looked.resolve();
      await slow.promise;
      return answer;
    },
  });
  await screen.press('.card button.btn.line');
  await looked.promise;
  replaceEnvironment(before);
  await screen.pressText('Cancel my application');
  await choose(screen, '#leave-reason', 'NO_LONGER_NEEDED');
  await screen.press('dialog button[type=submit]');
  await screen.until(() => expect(screen.window.location.pathname).toContain('/cancelled'));
  const { $profileState } = await import('#stores/profile-state.ts');
  const led: (string | undefined)[] = [];
  onTestFinished($profileState.listen((state) => void led.push(state?.nextScreen.name)));
  slow.resolve();
  await new Promise((settled) => setTimeout(settled, 200));
  expect(led).not.toContain('application-in-progress');
  expect(screen.window.location.pathname).toContain('/cancelled');
});
