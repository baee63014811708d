import { randomBytes } from 'node:crypto';
import type { Locator } from '@playwright/test';
import type { Applicant } from './applicant.ts';
import { stateOf } from './client-file.ts';
import { calculator, expect } from './journey.ts';

/** Amount by what is asked for it, which grows with it. */
export type Amount = 'up to 500' | 'more';

/** From the home page to the form: a single payment, with what the calculator proposes. */
export async function chooseOnHome(applicant: Applicant): Promise<void> {
  const { page, say, at } = applicant;
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await applicant.sees();
  await applicant.tap(card.getByText(say('calc_single_pay'), { exact: true }));
  await applicant.tap(card.locator('a.btn.big, a.btn').last());
  await applicant.isAt('/application/new-client');
}

/** The account: document and telephone, then the code and a password. */
export async function register(applicant: Applicant): Promise<void> {
  const { page, say, who } = applicant;
  await applicant.sees();
  await applicant.fill('sign_up_number_DNI', who.documentNumber);
  await applicant.fill('sign_up_phone', who.phone);
  await applicant.fill('sign_up_email', who.email);
  await applicant.tap(page.getByRole('checkbox', { name: say('sign_up_terms') }));
  await applicant.press('sign_up_go');
  // On the same page, in place of the data.
  await expect(applicant.field('code_label')).toBeFocused();
  await applicant.sees(true);
  await applicant.fill('code_label', await applicant.code());
  await applicant.fill('sign_up_password', who.password);
  await applicant.press('sign_up_password_go');
}

/** The first page: the person. */
export async function fillName(applicant: Applicant): Promise<void> {
  const { who } = applicant;
  await expect(applicant.heading('personal_title')).toBeVisible();
  await applicant.fill('personal_first_name', who.firstName);
  await applicant.fill('personal_last_name1', who.lastName1);
  await applicant.fill('personal_last_name2', who.lastName2);
  await applicant.fill('personal_birth_date', '01051990');
}

/** And below, the home. */
export async function fillHome(applicant: Applicant): Promise<void> {
  await chooseDistrict(applicant, 'breña', 'Breña, Lima, Lima');
  await applicant.fill('personal_street', 'Los Álamos 123');
}

/** Some letters, and Enter for what they find first. */
export async function chooseDistrict(applicant: Applicant, letters: string, name: string): Promise<void> {
  await applicant.fill('personal_district', letters);
  await expect(applicant.page.getByRole('option').first()).toBeVisible();
  await applicant.field('personal_district').press('Enter');
  await expect(applicant.field('personal_district')).toHaveValue(name);
}

/** Fills in what only amounts above S/ 500 ask about the home. */
export async function fillMoreHome(applicant: Applicant): Promise<void> {
  await applicant.choose('personal_residence', 'RENTED');
  await applicant.fill('personal_years', '3');
}

/** Asked for above S/ 500. */
export async function fillPerson(applicant: Applicant): Promise<void> {
  const { page, say } = applicant;
  const group = page.getByRole('group', { name: say('personal_referral', { number: 1 }), exact: true });
  await applicant.fill('personal_referral_name', 'Rosa Ñahui', group);
  await applicant.choose('personal_referral_relationship', 'PARENT', group);
  await applicant.fill('personal_referral_phone', '987000001', group);
}

/** Fills in who they are, whole: larger amounts ask on a second page for somebody who knows them. */
export async function personalStep(applicant: Applicant, amount: Amount = 'up to 500'): Promise<void> {
  await applicant.isAt('/application/personal');
  await fillName(applicant);
  await answerPep(applicant);
  await fillHome(applicant);
  await applicant.goOn();
  if (amount === 'up to 500') return;
  await expect(applicant.heading('personal_more')).toBeVisible();
  await fillMoreHome(applicant);
  await fillPerson(applicant);
  await applicant.goOn();
}

export async function answerPep(applicant: Applicant): Promise<void> {
  const { page, say } = applicant;
  const pep = page.getByRole('group', { name: say('personal_pep') });
  await applicant.tap(pep.getByText(say('personal_no'), { exact: true }));
  applicant.compulsory += 1;
}

export async function fillIncome(applicant: Applicant, amount: Amount = 'up to 500'): Promise<void> {
  await applicant.choose('financial_source', 'EMPLOYEE');
  await applicant.fill('financial_monthly_income', '2500');
  if (amount === 'up to 500') return applicant.fill('financial_free', '900');
  await applicant.choose('financial_length', '1_3Y');
  await applicant.fill('financial_expenses', '900');
  await applicant.fill('financial_other_loans', '0');
}

export async function fillAccount(applicant: Applicant): Promise<void> {
  const { who, page } = applicant;
  await applicant.fill('financial_cci', who.cci);
  // The CCI has said which bank it is.
  await expect(page.getByText(/^BCP[^:]*: 002 191/)).toBeVisible();
}

/** Income and account, whole. Small amounts are sent with it. */
export async function financialStep(applicant: Applicant, amount: Amount = 'up to 500'): Promise<void> {
  await applicant.isAt('/application/financial');
  await expect(applicant.heading('financial_title')).toBeVisible();
  await fillIncome(applicant, amount);
  await fillAccount(applicant);
  if (amount === 'up to 500') return applicant.send();
  await applicant.goOn();
}

/**
 * Goes on where something is still to be seen before it is sent: pictures, a bureau, or what a returning client sends.
 */
export async function deviceStep(applicant: Applicant): Promise<void> {
  await applicant.isAt('/application/iov');
  await expect(applicant.button('iov_send')).toBeVisible();
  await applicant.sees();
  await applicant.press('iov_send');
}

/** A photo, taken of what is on the screen; no two are the same file. */
async function photo({ page }: Applicant): Promise<Buffer> {
  return Buffer.concat([await page.screenshot({ type: 'jpeg' }), randomBytes(8)]);
}

/**
 * Sends a photo, and waits until it has arrived: then it can be taken away again; one of a document or a face is shown,
 * with the question whether it is clear.
 */
export async function upload(applicant: Applicant, input: Locator, name = 'foto.jpg'): Promise<void> {
  const { page, say } = applicant;
  await input.setInputFiles({ name, mimeType: 'image/jpeg', buffer: await photo(applicant) });
  const drop = input.locator('..');
  const question = drop.getByText(say('upload_clear_document')).or(drop.getByText(say('upload_clear_face')));
  const remove = page.getByRole('button', { name: `${say('client_file_remove')} ${name}` });
  await expect(question.or(remove)).toBeVisible();
  await expect(drop.locator('img.picture').or(remove)).toBeVisible();
  applicant.compulsory += 1;
  if (await remove.isVisible()) return;
  // Whether it can be read is told from a large one.
  const small = (await drop.locator('img.picture').boundingBox())?.width ?? 0;
  await drop.getByRole('button', { name: say('upload_look') }).click();
  expect((await drop.locator('img.picture').boundingBox())?.width).toBeGreaterThan(small * 3);
  await drop.getByRole('button', { name: say('upload_look') }).click();
}

/** The offer is taken: on to the contract. */
export async function takeOffer(applicant: Applicant, path = '/application/offer'): Promise<void> {
  await applicant.isAt(path);
  await expect(applicant.button('offer_accept')).toBeVisible();
  await applicant.sees();
  await applicant.press('offer_accept');
  await applicant.isAt('/application/agreement');
}

/** The one box, the button that sends the code, and the code is the signature. */
export async function sign(applicant: Applicant): Promise<void> {
  const { page } = applicant;
  const box = page.getByRole('checkbox');
  await expect(box).toHaveCount(1);
  await applicant.sees();
  await applicant.tap(box);
  await applicant.press('agreement_send_code');
  await expect(applicant.field('agreement_code')).toBeFocused();
  await applicant.sees();
  await applicant.fill('agreement_code', await applicant.code());
  await applicant.tap(page.locator('form button[type=submit]'));
}

/** The application's reference, by which operators call it. */
export async function referenceOf(applicant: Applicant): Promise<string> {
  return (await stateOf(applicant)).application?.reference ?? '';
}

/** Sends the last step, and waits for what it leads to. */
export async function send(applicant: Applicant, path: string): Promise<void> {
  await applicant.page.goto(applicant.at('/application'));
  await deviceStep(applicant);
  await applicant.isAt(path);
}

/** The right to have people look again (domain 2.3.2 row 25). */
export async function askForReview(applicant: Applicant): Promise<void> {
  await applicant.press('rejected_review_go');
  await applicant.fill('rejected_review_comment', 'Desde este mes gano más: tengo un segundo trabajo.');
  await applicant.press('rejected_review_go');
  await applicant.isAt('/application/in-progress');
}

/**
 * Asks on the screen of waiting whether there is an answer, and goes where it leads. A screen that was still opening
 * when the operator decided goes there by itself.
 */
export async function seeAnswer(applicant: Applicant, path: string): Promise<void> {
  await expect(async () => {
    const again = applicant.button('in_progress_again');
    if (await again.isVisible()) await again.click({ timeout: 2_000 });
    await applicant.isAt(path, 2_000);
  }).toPass({ timeout: 240_000 });
}
