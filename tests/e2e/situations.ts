import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import type { PaymentMethod } from '#loan/payment-intent.ts';
import { aFinancialStep, aPersonalStep } from '#tests/support/applications/application-form.ts';
import type { Applicant, Lender } from './applicant.ts';
import { deviceStep, sign, takeOffer } from './application-steps.ts';
import { activeLoan, borrow, IN_INSTALMENTS, payAtTheTill, proveByCode, seesTheEnd } from './client.ts';
import { stateOf } from './client-file.ts';
import { expect } from './journey.ts';
import { applied, call, hasPaidALoan, withAccount } from './prepared.ts';
import type { SituationName } from './views.ts';

const SMALL = { singlePayInquiry: { amount: 300, term: 30, productId: 1 } };
const WITH_REVIEW = { personal: { pep: true, pepPosition: 'Regidora de la municipalidad' } };

/** Brings somebody into a situation, from the one before it in its line (views.ts). */
type Prepare = (applicant: Applicant, lender: Lender) => Promise<void>;

export const SITUATIONS: Readonly<Record<SituationName, Prepare>> = {
  visiting: async () => undefined,

  asked: async (applicant) => {
    await withAccount(applicant);
    await call(applicant, sendInquiry, { body: SMALL });
  },
  told: async (applicant) => {
    const { firstName, lastName1, lastName2 } = applicant.who;
    await call(applicant, submitPersonalStep, { body: aPersonalStep({ firstName, lastName1, lastName2 }) });
  },
  answered: async (applicant) => {
    await call(applicant, submitFinancialStep, { body: aFinancialStep({ cci: applicant.who.cci }) });
  },
  offered: (applicant) => send(applicant, '/application/offer'),
  agreed: (applicant) => takeOffer(applicant),
  signed: (applicant) => signUntil(applicant, '/application/completed'),

  'under-review': async (applicant) => {
    await applied(applicant, WITH_REVIEW);
    await send(applicant, '/application/in-progress');
  },
  'papers-missing': async (applicant, lender) => {
    const reference = (await stateOf(applicant)).application?.reference ?? '';
    await lender('applications', 'need-info', reference, '--items', 'income_proof');
  },
  refused: async (applicant) => {
    await applied(applicant, { financial: { monthlyIncome: 900, monthlyExpenses: 850 } });
    await send(applicant, '/application/rejected');
  },
  cancelled: async (applicant) => {
    await applied(applicant);
    await call(applicant, cancelApplication, { body: { reason: 'OTHER' } });
  },

  returned: hasPaidALoan,
  'offered-again': async (applicant) => {
    await call(applicant, sendInquiry, { body: SMALL });
    await send(applicant, '/application/offer-repeated');
  },
  'signed-again': async (applicant) => {
    await takeOffer(applicant, '/application/offer-repeated');
    await signUntil(applicant, '/application/completed-returning');
  },

  owing: async (applicant, lender) => {
    await borrow(applicant, lender);
  },
  'paying-by-card': (applicant) => startPaying(applicant, 'NIUBIZ', 51),
  'paying-by-agent': (applicant) => startPaying(applicant, 'BCP_AGENTE', 52),
  'paying-by-bank': (applicant) => startPaying(applicant, 'YAPE', 53),
  paid: async (applicant) => {
    await applicant.page.goto(applicant.at('/profile/components/viabcp-method'));
    await payAtTheTill(applicant);
    await seesTheEnd(applicant, applicant.say('paid_title'));
  },

  'owing-instalments': async (applicant, lender) => {
    await borrow(applicant, lender, IN_INSTALMENTS);
  },

  'past-due': async (applicant, lender) => {
    await borrow(applicant, lender, { product: 1, amount: 300, term: 7 });
    await lender('date', 'advance', '14');
  },
  'in-a-plan': async (applicant) => {
    const { page, say, at } = applicant;
    await page.goto(at('/profile/cards/payment-plan'));
    await applicant.choose('plan_payments', '3');
    await expect(page.getByRole('table', { name: say('plan_table') }).getByRole('row')).toHaveCount(5);
    await page.getByRole('radio', { name: say('plan_channel_PAGOEFECTIVO') }).check();
    await page.getByRole('checkbox', { name: say('plan_accept') }).check();
    await page.locator('form button[type=submit]').last().click();
    await proveByCode(applicant);
    await expect(page.getByText(say('plan_done'))).toBeVisible();
  },

  'more-offered': async (applicant, lender) => {
    await borrow(applicant, lender, { product: 1, amount: 200, term: 30 });
    await lender('date', 'advance', '6');
    const { topUpOffer } = (await activeLoan(applicant)) ?? {};
    await call(applicant, requestTopUp, { body: { principal: topUpOffer?.principalAvailable } });
  },
  'more-signed': async (applicant) => {
    const { page, at } = applicant;
    await page.goto(at('/application/offer-topup'));
    await page.getByRole('checkbox').check();
    await page.locator('form button[type=submit]').last().click();
    await proveByCode(applicant);
    await applicant.isAt('/application/topup-completed');
  },
};

/** The last step, and where it leads. */
async function send(applicant: Applicant, path: string): Promise<void> {
  await applicant.page.goto(applicant.at('/application'));
  await deviceStep(applicant);
  await applicant.isAt(path);
}

async function signUntil(applicant: Applicant, path: string): Promise<void> {
  await applicant.page.goto(applicant.at('/application/agreement'));
  await sign(applicant);
  await applicant.isAt(path);
}

/** A payment of its own amount waits for its money. */
async function startPaying(applicant: Applicant, method: PaymentMethod, amount: number): Promise<void> {
  const loanNumber = (await activeLoan(applicant))?.number;
  await call(applicant, makePayment, { body: { loanNumber, purpose: 'PARTIAL', amount, method } });
}
