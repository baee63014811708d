import { type Applicant, test } from './applicant.ts';
import {
  chooseOnHome,
  deviceStep,
  financialStep,
  personalStep,
  referenceOf,
  register,
  seeAnswer,
  sign,
  takeOffer,
  upload,
} from './application-steps.ts';
import { expectWholeFile, paidOut, stateOf } from './client-file.ts';
import { calculator, expect } from './journey.ts';
import { hasPaidALoan } from './prepared.ts';

/** The most from the home page to the signed loan, both counted; the height in pixels is the phone's, of the pages after the first. */
const FIRST_LOAN: Counts = {
  addresses: 7,
  pages: 7,
  compulsory: 16,
  presses: 12,
  codes: 2,
  typed: 900,
  words: 370,
  height: 1_500,
};
const NEXT_LOAN: Counts = { ...FIRST_LOAN, pages: 5, compulsory: 1, presses: 6, codes: 1 };
/** Up to S/ 3.000 a person, work and pictures are asked for. */
const LARGE_LOAN: Counts = {
  ...FIRST_LOAN,
  addresses: 9,
  pages: 9,
  compulsory: 26,
  presses: 14,
  typed: 1_200,
  words: 780,
  height: 1_600,
};

type Counts = Readonly<
  Record<'addresses' | 'pages' | 'compulsory' | 'presses' | 'codes' | 'typed' | 'words' | 'height', number>
>;

function countsOf(
  { addresses, page, pages, compulsory, taps, typed, who }: Applicant,
  codes = who.codes.length,
): Counts {
  // The calculator is where a loan is chosen; reading begins with applying for it.
  const [, ...read] = [...pages.values()];
  const words = read.reduce((sum, { text }) => sum + (text.match(/\p{L}[\p{L}\p{N}’'-]*/gu)?.length ?? 0), 0);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  // Which page is how high is printed: the offer is the highest.
  for (const [name, each] of pages) if (isPhone) process.stdout.write(`${each.height} px: ${name}\n`);
  const height = isPhone ? Math.max(...read.map((each) => each.height)) : 0;
  return { addresses: addresses.size, pages: pages.size, compulsory, presses: taps, codes, typed, words, height };
}

/** Prints the counts, and holds each to its limit. */
function expectAtMost(what: string, counts: Counts, limits: Counts): void {
  const names = Object.keys(limits) as (keyof Counts)[];
  const lines = names.map((name) => `${name} ${counts[name]} of ${limits[name]}`);
  process.stdout.write(`${what}: ${lines.join(', ')}\n`);
  for (const name of names) expect.soft(counts[name], `${what}: ${name}`).toBeLessThanOrEqual(limits[name]);
}

/** Signs, and sees that it is signed. */
async function countedUntilSigned(applicant: Applicant, codesBefore = 0): Promise<Counts> {
  const { size } = applicant.addresses;
  await sign(applicant);
  await expect(applicant.page.getByText(applicant.say('payout_signed'))).toBeVisible();
  await applicant.sees();
  return { ...countsOf(applicant, applicant.who.codes.length - codesBefore), addresses: size };
}

test('a new client goes from the home page to money in the account', { tag: '@spec-1.1' }, async ({ applicant }) => {
  const { firstName } = applicant.who;
  await chooseOnHome(applicant);
  await register(applicant);
  await personalStep(applicant);
  await financialStep(applicant);
  await applicant.isAt('/application/offer');
  await expect(applicant.heading('offer_title', { name: firstName })).toBeVisible();
  await takeOffer(applicant);
  const counts = await countedUntilSigned(applicant);
  await applicant.isAt('/application/completed');

  expectAtMost('first loan', counts, FIRST_LOAN);
  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PERFORMING');
  expect(await paidOut(applicant)).toBe('S/ 500.00');
  await expectWholeFile(applicant);
});

test('S/ 2.000 asks for a person, work and pictures on two screens more, names the bureau before it is asked, and a person decides', async ({
  applicant,
  lender,
}) => {
  const { page, say, at } = applicant;
  await page.goto(at('/'));
  await calculator(page, say('calc_label'));
  await applicant.sees();
  // As chosen in the calculator, whose presses other journeys make.
  await page.goto(`${at('/application/new-client')}?amount=2000&term=12&productType=INSTALLMENT&productId=12`);
  await register(applicant);
  await personalStep(applicant, 'more');
  await financialStep(applicant, 'more');
  await applicant.isAt('/application/iov');
  await expect(page.getByText(say('iov_check_bureau'))).toBeVisible();
  const inputs = page.locator('input[type=file]');
  await expect(inputs).toHaveCount(3);
  await applicant.sees();
  for (let index = 0; index < 3; index++) await upload(applicant, inputs.nth(index), `foto-${index}.jpg`);
  await deviceStep(applicant);
  await applicant.isAt('/application/in-progress');
  await lender('applications', 'approve', await referenceOf(applicant), '--amount', '1500', 'Es ella.');
  await seeAnswer(applicant, '/application/offer');
  await takeOffer(applicant);
  expectAtMost('S/ 2.000', await countedUntilSigned(applicant), LARGE_LOAN);
  await expectWholeFile(applicant);
});

test('a returning client needs no form: what we know is not asked again', async ({ applicant, lender }) => {
  const { page, who } = applicant;
  await hasPaidALoan(applicant, lender);
  const codesBefore = who.codes.length;

  // Their own calculator is in the hero, opens on the single payment, and applies by itself.
  await page.goto(applicant.at('/'));
  await page.locator('.client-calc .cta .btn.big').waitFor();
  await applicant.sees();
  await applicant.tap(page.locator('.client-calc .cta .btn.big'));
  await deviceStep(applicant);
  await applicant.isAt('/application/offer-repeated');
  await expect(applicant.heading('offer_title_repeated', { name: who.firstName })).toBeVisible();
  await takeOffer(applicant, '/application/offer-repeated');
  const counts = await countedUntilSigned(applicant, codesBefore);
  await applicant.isAt('/application/completed-returning');

  expectAtMost('next loan', counts, NEXT_LOAN);
  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PERFORMING');
  await expectWholeFile(applicant);
});
