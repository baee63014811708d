import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { type Applicant, test } from './applicant.ts';
import {
  chooseOnHome,
  deviceStep,
  financialStep,
  personalStep,
  register,
  sign,
  takeOffer,
} from './application-steps.ts';
import { expectWholeFile, paidOut, stateOf } from './client-file.ts';
import { expect } from './journey.ts';
import { call, hasPaidALoan, withAccount } from './prepared.ts';

/** The most between the home page and the signature, whatever the screen. */
const FIRST_LOAN: Counts = {
  addresses: 7,
  pages: 12,
  compulsory: 16,
  presses: 14,
  codes: 2,
  typed: 900,
  words: 350,
};
const NEXT_LOAN: Counts = { ...FIRST_LOAN, compulsory: 1, presses: 7, codes: 1 };

type Counts = Readonly<Record<'addresses' | 'pages' | 'compulsory' | 'presses' | 'codes' | 'typed' | 'words', number>>;

function countsOf({ addresses, pages, compulsory, taps, typed, who }: Applicant, codes = who.codes.length): Counts {
  // The calculator is where a loan is chosen; reading begins with applying for it.
  const [, ...read] = [...pages.values()].map((text) => text.match(/\p{L}[\p{L}\p{N}’'-]*/gu)?.length ?? 0);
  const words = read.reduce((sum, count) => sum + count, 0);
  return { addresses: addresses.size, pages: pages.size, compulsory, presses: taps, codes, typed, words };
}

/** Prints the counts, and holds each to its limit. */
function expectAtMost(what: string, counts: Counts, limits: Counts): void {
  const names = Object.keys(limits) as (keyof Counts)[];
  const lines = names.map((name) => `${name} ${counts[name]} of ${limits[name]}`);
  process.stdout.write(`${what}: ${lines.join(', ')}\n`);
  for (const name of names) expect.soft(counts[name], `${what}: ${name}`).toBeLessThanOrEqual(limits[name]);
}

/** Signs; what comes after the signature no longer counts. */
async function countedUntilSigned(applicant: Applicant, codesBefore = 0): Promise<Counts> {
  const { size } = applicant.addresses;
  await sign(applicant);
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
  await expect(applicant.page.getByText(applicant.say('payout_signed'))).toBeVisible();

  expectAtMost('first loan', counts, FIRST_LOAN);
  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PERFORMING');
  expect(await paidOut(applicant)).toBe('S/ 300.00');
  await expectWholeFile(applicant);
});

test('above S/ 500 the same forms ask for more, and a credit bureau is named before it is asked', async ({
  applicant,
}) => {
  const { page, say } = applicant;
  await withAccount(applicant);
  await call(applicant, sendInquiry, { body: { installmentInquiry: { amount: 1000, term: 3, productId: 11 } } });
  await page.goto(applicant.at('/application'));
  await personalStep(applicant, 'more');
  await financialStep(applicant, 'more');
  await applicant.isAt('/application/iov');
  await expect(page.getByText(say('iov_check_bureau'))).toBeVisible();
  await deviceStep(applicant);
  await applicant.isAt('/application/offer');
});

test('a returning client needs no form: what we know is not asked again', async ({ applicant, lender }) => {
  const { page, who } = applicant;
  await hasPaidALoan(applicant, lender);
  const codesBefore = who.codes.length;

  // Their own calculator stands in the hero, opens on the single payment, and applies by itself.
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
  await expect(page.getByText(applicant.say('payout_signed'))).toBeVisible();

  expectAtMost('next loan', counts, NEXT_LOAN);
  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PERFORMING');
  await expectWholeFile(applicant);
});
