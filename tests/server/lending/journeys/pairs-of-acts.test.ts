import { expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { getPaymentOptions } from '#api/endpoints/payments/get-payment-options.ts';
import { makePaymentPreview } from '#api/endpoints/payments/make-payment-preview.ts';
import type { PaymentBody } from '#api/payment.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { fromSoles } from '#loan/money.ts';
import { PAYMENT_PURPOSES, type PaymentPurpose } from '#loan/payment-intent.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { endDispute, openDispute } from '#server/lending/payments/dispute-payment.ts';
import { matchMoney } from '#server/lending/payments/match-money.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { aQuote, askToExtend, transfer } from '#tests/support/arrangements/extensions.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { trusted } from '#tests/support/loans/client-loans.ts';
import { stored } from '#tests/support/loans/loan-service.ts';
import { aDebtor, askToPay, type Debtor, takeCreditBack, withPayments } from '#tests/support/payments/payments.ts';
import { BY_ANA } from '#tests/support/payments/refunds.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';

const payments = withPayments();
const BY = { operator: 'Ana Torres', providerRef: 'case', reason: 'x' };

/** Sentences that a client reads before an act, and the act. Undefined: it cannot be had. */
interface Said {
  readonly ends?: boolean;
  readonly newDate?: string;
  readonly left?: number;
  readonly isTakingBack?: boolean;
  readonly isMoney?: boolean;
  do(): Promise<unknown>;
}
interface Client extends Debtor {
  readonly started: PaymentBody[];
}
type Act = (client: Client) => Promise<Said | undefined>;

const today = () => payments.clock.businessDate();
const loanOf = async ({ headers }: Client) =>
  acceptedBody(await callEndpoint(payments, getActiveLoan, { headers })).loan;

function paymentFor(purpose: PaymentPurpose): Act {
  return async (client) => {
    const { headers, number } = client;
    const { purposes } = acceptedBody(await callEndpoint(payments, getPaymentOptions, { params: { number }, headers }));
    const option = purposes.find(({ code }) => code === purpose);
    if (!option) return undefined;
    const { min = 0, max = 0, explanation, modes } = option;
    const amount = option.amount ?? Math.round((min + (max - min) / 3) * 100) / 100;
    const mode = modes?.[0];
    const body = { amount, date: today(), ...(mode && { mode }) };
    const { outstandingAfter } = acceptedBody(
      await callEndpoint(payments, makePaymentPreview, { params: { number }, headers, body }),
    );
    const asked = await askToPay(payments, client, { purpose, amount, method: 'MANUAL', ...(mode && { mode }) });
    if (asked.status >= 400) return undefined;
    const payment = acceptedBody(asked) as PaymentBody;
    client.started.push(payment);
    return {
      isMoney: true,
      ends: explanation.startsWith('ends_'),
      left: outstandingAfter,
      do: () => transfer(payments, payment, amount, payment.today),
    };
  };
}

const extensionAsked: Act = async (client) => {
  const quote = await aQuote(payments, client).catch(() => undefined);
  return quote && { do: () => askToExtend(payments, client, { quoteId: quote.quoteId }) };
};

const extensionPaid: Act = async (client) => {
  const quote = await aQuote(payments, client).catch(() => undefined);
  if (!quote) return undefined;
  const asked = await askToExtend(payments, client, { quoteId: quote.quoteId });
  if (asked.status >= 400) return undefined;
  const payment = acceptedBody(asked) as PaymentBody;
  client.started.push(payment);
  const left = Math.round((quote.totalCostAfter - quote.price) * 100) / 100;
  return {
    isMoney: true,
    newDate: quote.newDueDate,
    left,
    do: () => transfer(payments, payment, payment.amount, payment.today),
  };
};

const plan: Act = async (client) => {
  const { headers } = client;
  const first = addDays(calendarDate(today()), calendarDate(today()).endsWith('-28') ? 3 : 2);
  const body = { numberOfPayments: 2, firstPaymentDate: first, paymentChannel: 'MANUAL' } as const;
  const offer = await callEndpoint(payments, makePaymentPlanOffer, { headers, body });
  if (offer.status >= 400) return undefined;
  const left = (offer.body as { total: number }).total;
  return { left, do: () => callEndpoint(payments, confirmPaymentPlan, { headers, body }) };
};

const flex: Act = async ({ headers, number }) => {
  const { eligible, balance } = acceptedBody(await callEndpoint(payments, getFlexPay, { headers }));
  if (!eligible || balance === null || !number) return undefined;
  return {
    left: balance,
    do: () => callEndpoint(payments, activateFlexPay, { headers, body: { acceptTerms: true } }),
  };
};

const topUpSigned: Act = async (client) => {
  const { headers } = client;
  const asked = await callEndpoint(payments, requestTopUp, { headers, body: { principal: 200 } });
  if (asked.status >= 400) return undefined;
  return { do: () => callEndpoint(payments, signTopUp, { headers, body: { acceptTerms: true } }) };
};

const topUpPaidOut: Act = async (client) => {
  if ((await stored(payments.loans, client.loan.id)).loan.topUp?.status !== 'DISBURSING') return undefined;
  return { do: () => dispatchDisbursements(payments.loans.context) };
};

const matched: Act = async (client) => ({
  isMoney: true,
  async do() {
    const { money } = await receiveMoney(payments.context, {
      provider: 'BANK',
      providerRef: `nobody's ${client.number} ${client.started.length}`,
      operation: `${client.number} ${today()} ${Math.random()}`,
      amountCents: fromSoles(90),
      date: calendarDate(today()),
      into: 'bank',
      actor: 'operator:Ana Torres',
    });
    await matchMoney(payments.context, money.id, { loanNumber: client.number }, { operator: 'Ana Torres' });
  },
});

const chargedBack: Act = async ({ started }) => {
  const last = started.at(-1);
  if (!last) return undefined;
  return {
    isTakingBack: true,
    async do() {
      if ((await openDispute(payments.context, last.id, BY)).kind !== 'moved') return;
      await endDispute(payments.context, last.id, { outcome: 'lost', operator: 'Ana Torres' });
    },
  };
};

const refunded: Act = async ({ started }) => {
  const last = started.at(-1);
  if (!last) return undefined;
  return {
    isTakingBack: true,
    async do() {
      await refundPayment(payments.context, last.id, BY_ANA);
      await dispatchRefunds(payments.loans.context);
    },
  };
};

const creditBack: Act = async (client) => ({ do: () => takeCreditBack(payments.context, client) });

const ACTS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(PAYMENT_PURPOSES.map((purpose) => [purpose, paymentFor(purpose)])),
  EXTENSION: extensionPaid,
  'extension asked': extensionAsked,
  plan,
  flex,
  'top-up signed': topUpSigned,
  'top-up paid out': topUpPaidOut,
  'staff match': matched,
  'charged back': chargedBack,
  refunded,
  'credit refunded': creditBack,
  'close of the day': async () => ({ do: async () => nightfall() }),
};

function nightfall(): void {
  payments.clock.moveTo(addDays(calendarDate(today()), 1));
}

async function aClientOn(day: string): Promise<Client> {
  // What is on its way arrives before the clock goes back.
  await dispatchDisbursements(payments.loans.context);
  payments.clock.moveTo('2026-01-15');
  const debtor = await aDebtor(payments);
  await proveAgain(payments, debtor, ['extend', 'confirm-plan', 'activate-flex', 'top-up']);
  await trusted(payments, debtor.personId);
  payments.clock.moveTo(day);
  return { ...debtor, started: [] };
}

/** Finds what of it is not so. */
async function broken(client: Client, { ends, newDate, left }: Said, isLast: boolean): Promise<string[]> {
  const loan = await loanOf(client);
  const owed = loan?.totalOutstanding ?? 0;
  const isOver = loan === null || owed <= 0;
  return [
    ...(ends && !isOver ? [`${owed} is owed of a loan that was to end`] : []),
    ...(newDate && !isOver && (loan?.maturityDate ?? '') < newDate
      ? [`due on ${loan?.maturityDate}, not ${newDate}`]
      : []),
    ...(left !== undefined && isLast && Math.max(0, owed) !== left ? [`${owed} left, not ${left}`] : []),
  ];
}

const found = { walked: 0, possible: 0, promises: 0 };

/** One act after the other: what was said of each is so after it, and of the first after the second. */
async function inTurn(
  day: string,
  [one, a]: readonly [string, Act],
  [two, b]: readonly [string, Act],
  nights: boolean,
) {
  const name = `${day}: ${one}, ${nights ? 'a night, ' : ''}${two}`;
  found.walked += 1;
  const client = await aClientOn(day);
  const first = await a(client);
  if (!first) return [];
  await first.do();
  const wrong = await broken(client, first, true);
  if (nights) nightfall();
  const second = await b(client);
  if (!second) return wrong.map((what) => `${name}: at once: ${what}`);
  await second.do();
  found.possible += 1;
  found.promises += 2;
  const undone = second.isTakingBack || /plan|flex|top-up/.test(two);
  wrong.push(...(await broken(client, second, true)));
  if (!undone) wrong.push(...(await broken(client, first, false)));
  return wrong.map((what) => `${name}: ${what}`);
}

/**
 * Both payments were started before money came for either: what was said to end the loan ends it, told in any order.
 */
async function bothStarted(day: string, [one, a]: readonly [string, Act], [two, b]: readonly [string, Act]) {
  const owed: string[] = [];
  const wrong: string[] = [];
  for (const isTurned of [false, true]) {
    const client = await aClientOn(day);
    const both = [await a(client), await b(client)];
    if (!both.every((said) => said?.isMoney)) return [];
    for (const said of isTurned ? both.reverse() : both) await said?.do();
    for (const said of both) wrong.push(...(await broken(client, said as Said, false)));
    const loan = await loanOf(client);
    owed.push(`${loan?.totalOutstanding ?? 0} by ${loan?.maturityDate}`);
    found.promises += 2;
  }
  if (owed[0] !== owed[1]) wrong.push(`${owed[0]}, or told the other way round ${owed[1]}`);
  return wrong.map((what) => `${day}: ${one} and ${two}, both started: ${what}`);
}

test.each(['2026-02-24', '2026-03-05', '2026-01-26'])(
  'every ordered pair of acts over the API on %s, on one day and with a night between (P34, P35)',
  { timeout: 3_600_000 },
  async (day) => {
    const acts = Object.entries(ACTS);
    const wrong: string[] = [];
    for (const a of acts) {
      const said = await a[1](await aClientOn(day));
      if (!said) continue;
      for (const b of acts) {
        for (const nights of [false, true]) wrong.push(...(await inTurn(day, a, b, nights)));
        if (said.isMoney && a[0] < b[0]) wrong.push(...(await bothStarted(day, a, b)));
      }
    }
    console.info(`pairs over the API by ${day}: ${JSON.stringify(found)}`);
    expect(wrong).toEqual([]);
    expect(found.possible).toBeGreaterThan(50);
  },
);
