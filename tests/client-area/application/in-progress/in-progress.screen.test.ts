import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seedHolidays } from '#server/lending/parameters/seed-holidays.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
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

test('the day of the answer is told until it is over; then that it takes longer; and nothing where nobody knows a day', async () => {
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
  expect(screen.text()).toContain('You owe nothing yet');
});
