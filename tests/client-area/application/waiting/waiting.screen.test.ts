import { expect, test } from 'vitest';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import { anApplicant, scoringContext } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('after three minutes it is said that it takes longer; a look by hand says what is known, and leads to the answer', async () => {
  const applicant = await anApplicant(lending, 'SCORING');
  const screen = await openClientScreen(lending, 'application-waiting', { jar: browserOf(applicant) });
  await screen.until(() => expect(screen.text()).toContain('We received your details'));
  expect(screen.text()).not.toContain('It is taking longer than usual');
  lending.clock.pass({ minutes: 3 });
  // The next poll, two seconds after the screen came, is the last.
  await screen.until(() => expect(screen.text()).toContain('It is taking longer than usual'));

  screen.environment.failing = getProfileState.path;
  await screen.pressText('Look again now');
  await screen.until(() => expect(screen.text()).toContain('Check your connection and try again.'));
  expect(screen.text()).not.toContain('There is no answer yet.');

  screen.environment.failing = undefined;
  await screen.pressText('Look again now');
  await screen.until(() => expect(screen.text()).toContain('There is no answer yet.'));

  await scoreApplications(scoringContext(lending));
  await screen.pressText('Look again now');
  await screen.until(() => expect(screen.window.location.pathname).toContain('/application/offer'));
});
