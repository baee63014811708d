import { expect, test } from 'vitest';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

/** A month that carries no instalment. */
const tooPoor = { financial: { monthlyIncome: 300, monthlyExpenses: 0 } };
const REVIEW = 'Ask a person to review it';
const COMMENT = 'I also receive 600 soles of rent each month.';

async function refused() {
  const applicant = await anApplicant(lending, 'REJECTED', tooPoor);
  const open = () => openClientScreen(lending, 'application-rejected', { jar: browserOf(applicant) });
  return { applicant, open };
}

test('a refusal says each reason with what can be done, when to apply again, and until when a person reviews it', async () => {
  const { open } = await refused();
  const screen = await open();
  await screen.until(() => expect(screen.text()).toContain('Do you want a person to look at it again?'));
  expect(screen.find('h1').textContent).toBe('This time we cannot lend to you');
  const reasons = [...document.querySelectorAll('.reasons li')];
  expect(reasons.map((reason) => reason.querySelectorAll('p').length)).toEqual(reasons.map(() => 2));
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('would take too much of your month'),
  ]);
  expect(screen.text()).toMatch(/You can apply again from \d\d\/\d\d\/2026\./);
  expect(screen.text()).toContain('You can ask once, until 14/02/2026.');
});

test('a comment that is pasted too long is not cut: its field says by how much, and nothing is sent', async () => {
  const { applicant, open } = await refused();
  const screen = await open();
  await screen.until(() => expect(screen.text()).toContain(REVIEW));
  await screen.pressText(REVIEW);
  expect(screen.find('#comment').getAttribute('maxlength')).toBeNull();
  await screen.type('#comment', `${'a'.repeat(1_020)}\n`);
  await screen.pressText(REVIEW);
  await screen.until(() => expect(screen.text()).toContain('Longer than 1.000 characters, by 20.'));
  expect(screen.find<HTMLTextAreaElement>('#comment').value).toHaveLength(1_021);
  expect((await writtenOf(lending, applicant)).applications).toMatchObject([{ stage: 'REJECTED' }]);
});

test('a review is asked for with a comment: too little is said at the field, and nothing is sent', async () => {
  const { applicant, open } = await refused();
  const screen = await open();
  await screen.until(() => expect(screen.text()).toContain(REVIEW));
  await screen.pressText(REVIEW);
  await screen.type('#comment', 'Please');
  await screen.pressText(REVIEW);
  await screen.until(() => expect(screen.text()).toContain('Write a little more: at least 10 characters.'));
  expect((await writtenOf(lending, applicant)).applications).toMatchObject([{ stage: 'REJECTED' }]);
  await screen.type('#comment', COMMENT);
  await screen.pressText(REVIEW);
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/application/in-progress/'));
  expect((await writtenOf(lending, applicant)).applications).toMatchObject([{ stage: 'MANUAL_REVIEW' }]);
  expect(screen.text()).toContain('A person will look at it.');
});

test('after the thirtieth day no review is offered any more', async () => {
  const { open } = await refused();
  lending.clock.moveTo('2026-02-15');
  const screen = await open();
  await screen.until(() => expect(screen.text()).toContain('would take too much of your month'));
  expect(screen.text()).not.toContain(REVIEW);
  // The wait is over: a number of days from now on would be wrong.
  expect(screen.text()).not.toMatch(/in \d+ days/);
});

test('who has read it goes on to the calculator, and stays there when they come back', async () => {
  const { applicant, open } = await refused();
  const screen = await open();
  await screen.until(() => expect(screen.text()).toContain('Understood'));
  await screen.pressText('Understood');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/calculator/'));
  expect((await stateOf(lending, applicant)).nextScreen.name).toBe('calculator');
});
