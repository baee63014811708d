import { STEP_UP_PURPOSES } from '#api/access.ts';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getPaymentPlanSettings } from '#api/endpoints/arrangements/get-payment-plan-settings.ts';
import { getWaysOut } from '#api/endpoints/arrangements/get-ways-out.ts';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { getPaymentPromise } from '#api/endpoints/loans/get-payment-promise.ts';
import { makePaymentPromise } from '#api/endpoints/loans/make-payment-promise.ts';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { getPaymentOptions } from '#api/endpoints/payments/get-payment-options.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { PaymentBody } from '#api/payment.ts';
import { addDays, calendarDate, daysBetween } from '#loan/calendar.ts';
import type { CardBehaviour } from '#server/lending/gateways/card/sandbox-niubiz.ts';
import { payCode, postToken, tokenFrom } from '../payments/payments.ts';
import { proveAgain } from '../people/borrower.ts';
import { ask, type Client } from './client.ts';
import { type Company, note } from './company.ts';

/** How the bank of a card behaves; no behaviour that takes real time. */
const CARDS: readonly CardBehaviour[] = [
  ...Array.from({ length: 12 }, () => 'approve' as const),
  'approve-less',
  'insufficient-funds',
  'expired-card',
  'take-and-hang-up',
  'take-and-fail',
  'take-and-cut-off',
  'refuse-token',
];
const METHODS = ['NIUBIZ', 'PAGOEFECTIVO', 'YAPE', 'MANUAL'] as const;

/** A client looks at the loan that runs, and does what people do. */
export async function visitLoan(company: Company, client: Client): Promise<void> {
  const active = await ask(company, client, getActiveLoan, {});
  if (active.kind === 'refused' || !active.body.loan) return comeAgain(company, client, 5);
  const { loan, topUpAvailable } = active.body;
  const { luck } = company;
  if (loan.unappliedCredit > 0 && luck.happens(0.3)) {
    await ask(company, client, requestRefund, { params: { number: loan.number } });
  }
  const today = calendarDate(company.clock.businessDate());
  const untilDue = loan.nextPaymentDate === null ? 0 : daysBetween(today, calendarDate(loan.nextPaymentDate));
  if (loan.daysPastDue === 0 && untilDue > 2) return early(company, client, { loan, topUpAvailable, untilDue });
  return luck.happens(0.25 + client.punctuality * 0.7)
    ? payNow(company, client, loan)
    : lookForAWay(company, client, loan);
}

function comeAgain({ clock }: Company, client: Client, days: number): void {
  client.nextVisit = addDays(calendarDate(clock.businessDate()), Math.max(1, days));
}

interface Early {
  readonly loan: LoanBody;
  readonly topUpAvailable: boolean;
  readonly untilDue: number;
}

/** Long before the date: most do nothing. */
async function early(company: Company, client: Client, { loan, topUpAvailable, untilDue }: Early): Promise<void> {
  const { luck } = company;
  // The reliable ones come back on the date, the others when it suits them.
  comeAgain(company, client, Math.min(20, untilDue + (client.punctuality > 0.6 ? 0 : luck.between(-2, 15))));
  if (topUpAvailable && luck.happens(0.3)) return topUp(company, client, loan);
  if (luck.happens(0.1)) return payNow(company, client, loan);
  if (luck.happens(0.05)) return extend(company, client);
}

async function topUp(company: Company, client: Client, { topUpOffer }: LoanBody): Promise<void> {
  const most = topUpOffer?.principalAvailable ?? 0;
  const principal = Math.min(most, company.luck.oneOf([50, 100, 150, 200]));
  const asked = await ask(company, client, requestTopUp, { body: { principal } });
  if (asked.kind === 'refused' || company.luck.happens(0.15)) return;
  await proveAgain(company, client, STEP_UP_PURPOSES);
  await ask(company, client, signTopUp, { body: { acceptTerms: true } });
}

/** Pays by one of the ways and purposes that are offered. */
async function payNow(company: Company, client: Client, { number, status }: LoanBody): Promise<void> {
  const { luck } = company;
  comeAgain(company, client, luck.between(2, 8));
  const options = await ask(company, client, getPaymentOptions, { params: { number } });
  if (options.kind === 'refused') return;
  const { purposes, methods } = options.body;
  const open = methods.filter(({ code, available }) => available && METHODS.some((known) => known === code));
  const fixed = purposes.filter(({ code }) => ['PAYOFF', 'DUE', 'INSTALLMENT', 'PLAN_PAYMENT', 'FLEX'].includes(code));
  const free = purposes.filter(({ code }) => ['PARTIAL', 'PREPAY'].includes(code));
  const purpose = luck.happens(0.75) ? (fixed.findLast(({ code }) => code !== 'PAYOFF') ?? fixed[0]) : luck.oneOf(free);
  const [chosen, method] = [purpose ?? fixed[0] ?? free[0], luck.oneOf(open)?.code];
  if (!chosen || !method) return note(company, `nothing offered to pay a loan that is ${status}`);
  const { code, amount, min = 1, max = 50, modes } = chosen;
  const soles = amount ?? Math.max(min, Math.min(max, luck.between(Math.ceil(min), Math.ceil(Math.min(max, 400)))));
  const mode = modes && luck.happens(0.5) ? { mode: luck.oneOf(modes) } : {};
  const body = { loanNumber: number, purpose: code, amount: soles, method, ...mode };
  const payment = await ask(company, client, makePayment, { body });
  if (payment.kind === 'accepted') await send(company, client, payment.body);
}

/** Pays what was started, or forgets it. */
export async function send(company: Company, client: Client, payment: PaymentBody): Promise<void> {
  const { luck, clock } = company;
  clock.pass({ minutes: luck.between(1, 6) });
  if (luck.happens(0.04)) return;
  if (luck.happens(0.02)) {
    await ask(company, client, cancelPayment, { params: { id: payment.id } });
    return;
  }
  switch (payment.action?.type) {
    case 'CARD_FORM': {
      const behaviour = luck.oneOf(CARDS);
      note(company, `card: ${behaviour}`);
      const token = await tokenFrom(paymentsOf(company), payment, behaviour);
      // A page that is sent again.
      const times = luck.happens(0.1) ? 2 : 1;
      for (let time = 0; time < times; time += 1) await postToken(paymentsOf(company), payment.action.actionUrl, token);
      return;
    }
    case 'CODE': {
      const message = luck.oneOf(['send', 'send', 'send', 'send', 'hold', 'lose'] as const);
      note(company, `code: ${message}`);
      const copies = String(luck.happens(0.1) ? 3 : 1);
      return payCode(paymentsOf(company), payment.action.code, { message, copies });
    }
    case 'TRANSFER':
      note(company, 'transfer');
      company.statements.transfer(luck, clock.businessDate(), payment.action.reference, payment.amount);
  }
}

/** The company as the helpers of payments know it. */
function paymentsOf(company: Company): Parameters<typeof payCode>[0] {
  return { ...company, context: company.contexts.payments } as Parameters<typeof payCode>[0];
}

/** Late, or about to be: asks for a way out, or does nothing. What is offered can be taken (P40). */
async function lookForAWay(company: Company, client: Client, loan: LoanBody): Promise<void> {
  const { luck } = company;
  comeAgain(company, client, luck.between(2, 14));
  if (luck.happens(0.45)) return;
  if (loan.daysPastDue > 0 && luck.happens(0.3)) return promise(company, client);
  const ways = await ask(company, client, getWaysOut, {});
  const offered = ways.kind === 'accepted' ? (ways.body.out?.ways ?? []) : [];
  if (offered.length === 0) return note(company, `no way out of a loan that is ${loan.status}`);
  const { kind } = luck.oneOf(offered);
  note(company, `way out: ${kind}`);
  await proveAgain(company, client, STEP_UP_PURPOSES);
  if (kind === 'plan') return plan(company, client);
  if (kind === 'extension') return extend(company, client);
  if (kind === 'flex') return flex(company, client);
  return payNow(company, client, loan);
}

async function promise(company: Company, client: Client): Promise<void> {
  const { luck } = company;
  const open = await ask(company, client, getPaymentPromise, {});
  if (open.kind === 'refused' || !open.body.range) return;
  const { min, max, from, until } = open.body.range;
  const days = Math.min(luck.between(0, 6), daysBetween(calendarDate(from), calendarDate(until)));
  const body = { amount: luck.happens(0.5) ? min : max, date: addDays(calendarDate(from), days) };
  const made = await ask(company, client, makePaymentPromise, { body });
  if (made.kind === 'refused') throw new Error(`a promise cannot be made: ${JSON.stringify(made.body)}`);
}

async function plan(company: Company, client: Client): Promise<void> {
  const settings = await ask(company, client, getPaymentPlanSettings, {});
  if (settings.kind === 'refused' || !settings.body.eligible) throw new Error('a plan is offered that cannot be had');
  const { allowedDates, minItems, maxItems, channels } = settings.body;
  const { luck } = company;
  const request = {
    numberOfPayments: luck.between(minItems, maxItems),
    firstPaymentDate: luck.oneOf(allowedDates),
    paymentChannel: luck.oneOf(channels),
  };
  const offer = await ask(company, client, makePaymentPlanOffer, { body: request });
  if (offer.kind === 'refused') throw new Error(`a plan cannot be had: ${JSON.stringify(offer.body)}`);
  const body = { ...request, offerId: offer.body.offerId };
  const confirmed = await ask(company, client, confirmPaymentPlan, { body });
  if (confirmed.kind === 'refused') throw new Error(`a plan cannot be had: ${JSON.stringify(confirmed.body)}`);
}

async function extend(company: Company, client: Client): Promise<void> {
  const { luck } = company;
  const quote = await ask(company, client, makeExtensionQuote, { body: { term: luck.oneOf([7, 14, 30]) } });
  if (quote.kind === 'refused') return;
  await proveAgain(company, client, STEP_UP_PURPOSES);
  const body = { quoteId: quote.body.quoteId, method: luck.oneOf(METHODS) };
  const started = await ask(company, client, requestExtension, { body });
  if (started.kind === 'accepted') await send(company, client, started.body);
}

async function flex(company: Company, client: Client): Promise<void> {
  const active = await ask(company, client, activateFlexPay, { body: { acceptTerms: true } });
  if (active.kind === 'refused') throw new Error(`flex pay cannot be had: ${JSON.stringify(active.body)}`);
}
