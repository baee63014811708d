import {
  Applicant,
  chooseOnHome,
  connect,
  deviceStep,
  financialStep,
  personalStep,
  register,
  sign,
  somebody,
  takeOffer,
} from './applicant.ts';
import { expectWholeFile, paidOut, stateOf } from './client-file.ts';
import { expect, test } from './journey.ts';

/** A journey has some ten screens, and a decision to wait for. */
test.describe.configure({ timeout: 90_000 });

/** What a hand does between the home page and the signature of a first loan (issue: the fewest that can be found). */
const TAPS_OF_A_NEW_CLIENT = 18;
const FIELDS_OF_A_NEW_CLIENT = 35;

test('a new client goes from the home page to money in the account', async ({
  page,
  context,
  request,
  say,
  at,
}, info) => {
  const who = somebody();
  await connect(context, who);
  const applicant = new Applicant({ page, request, say, at, who });
  await chooseOnHome(applicant);
  await register(applicant);
  await personalStep(applicant);
  await financialStep(applicant);
  await deviceStep(applicant);
  await applicant.isAt('/application/offer');
  await expect(applicant.heading('offer_title', { name: who.firstName })).toBeVisible();
  await takeOffer(applicant);
  await sign(applicant);
  await applicant.isAt('/application/completed');
  await expect(applicant.heading('completed_title_name', { name: who.firstName })).toBeVisible();

  info.annotations.push({ type: 'taps', description: `${applicant.taps} taps, ${applicant.fields} fields` });
  expect(applicant.taps).toBeLessThanOrEqual(TAPS_OF_A_NEW_CLIENT);
  expect(applicant.fields).toBeLessThanOrEqual(FIELDS_OF_A_NEW_CLIENT);

  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PERFORMING');
  expect(await paidOut(applicant)).toBe('S/ 300.00');
  await expectWholeFile(applicant);
});
