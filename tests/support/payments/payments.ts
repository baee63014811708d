import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { getPayment } from '#api/endpoints/payments/get-payment.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import type { PaymentBody } from '#api/payment.ts';
import type { LoanTerms } from '#loan/loan.ts';
import type { Database, DatabaseOptions } from '#server/kit/db.ts';
import { createLog } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { niubizCard } from '#server/lending/gateways/card/niubiz-card.ts';
import type { CardBehaviour } from '#server/lending/gateways/card/sandbox-niubiz.ts';
import { sandboxNiubiz } from '#server/lending/gateways/card/serve-sandbox-niubiz.ts';
import { pagoEfectivo } from '#server/lending/gateways/cash-code/pagoefectivo.ts';
import { sandboxPagoEfectivo } from '#server/lending/gateways/cash-code/serve-sandbox-pagoefectivo.ts';
import { noChecks } from '#server/lending/gateways/checks/checks.ts';
import { velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import type { Gateways } from '#server/lending/gateways/open-gateways.ts';
import type { Fault } from '#server/lending/gateways/sandbox/faults.ts';
import { SANDBOX_ACCOUNTS } from '#server/lending/gateways/transfer/transfer-accounts.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { type LoanContext, withLoan } from '#server/lending/loans/with-loan.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { createParameterSource } from '#server/lending/parameters/parameter-source.ts';
import { createPayment } from '#server/lending/payments/create-payment.ts';
import { createPaymentContext, type PaymentContext } from '#server/lending/payments/payment-context.ts';
import { refundCredit } from '#server/lending/payments/refund-credit.ts';
import type { TestClock } from '../clock.ts';
import { resetTestDatabase, withDatabase } from '../database/database.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  type TestLending,
  type TestLendingOptions,
} from '../lending/lending-app.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { aLoan, createLoanService, type LoanService, verifyAfterwards } from '../loans/loan-service.ts';
import { aBorrower, type Borrower } from '../people/borrower.ts';
import { OPERATOR_TOKEN, staffCall } from '../people/operator.ts';
import { testKey } from '../tax-documents/tax-service.ts';
import { TestTaxService } from '../tax-documents/test-tax-service.ts';

export { OPERATOR_TOKEN };

export const SITE = 'http://localhost:4321';
const ACCOUNT = { merchantId: '456879852', user: 'shop', password: 'play money', ruc: '20999999990' };
export const CODE_SECRET = 'play money';
const CODES = { serviceId: '1000', accessKey: 'access', secretKey: CODE_SECRET };
/** The providers of the tests are in this process: nothing of theirs takes longer. */
const TIMEOUT_MS = 1_000;

/**
 * World of providers in tests: every request is answered in this process, by the sandbox or by our own application.
 */
export class World {
  readonly requests: string[] = [];
  /** No provider is reached while it is down. */
  isDown = false;
  /** Nothing is sent to it unless a test does: no job runs. */
  readonly taxAuthority = new TestTaxService();
  readonly niubiz;
  readonly pagoEfectivo;
  readonly #timeoutMs: number;
  #ours: Pick<TestLending, 'app'> | undefined;

  constructor(clock: TestClock, timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
    this.niubiz = sandboxNiubiz({ settings: ACCOUNT, now: clock.now, businessDate: clock.businessDate });
    this.pagoEfectivo = sandboxPagoEfectivo({
      settings: CODES,
      now: clock.now,
      fetch: this.fetch,
      webhookUrl: () => `${SITE}/api/v1/webhooks/pagoefectivo`,
    });
  }

  serve(ours: Pick<TestLending, 'app'>): void {
    this.#ours = ours;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    this.requests.push(`${init?.method ?? 'GET'} ${url.pathname}`);
    const sandbox = url.pathname.startsWith('/sandbox/niubiz')
      ? this.niubiz
      : url.pathname.startsWith('/sandbox/pagoefectivo')
        ? this.pagoEfectivo
        : undefined;
    const app = sandbox ?? this.#ours?.app;
    if (!app || (this.isDown && sandbox)) {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
    }
    return app.request(url.href, init);
  };

  gateways(clock: TestClock): Gateways {
    const { fetch } = this;
    return {
      card: niubizCard({
        settings: { apiUrl: `${SITE}/sandbox/niubiz`, scriptUrl: '/sandbox/niubiz/checkout.js', ...ACCOUNT },
        fetch,
        now: clock.now,
        timeouts: { shortMs: this.#timeoutMs, authoriseMs: this.#timeoutMs },
      }),
      cashCode: pagoEfectivo({
        settings: { apiUrl: `${SITE}/sandbox/pagoefectivo`, ...CODES },
        fetch,
        now: clock.now,
        timeoutMs: this.#timeoutMs,
      }),
      payout: undefined,
      sms: undefined,
      deviceRisk: velocityRules,
      checks: noChecks,
      taxDocuments: this.taxAuthority,
      taxKey: testKey(),
      transferAccounts: SANDBOX_ACCOUNTS,
      sandboxes: [],
    };
  }

  /** Presses a button of a sandbox's page. */
  press(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.fetch(`${SITE}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Plans what goes wrong with a provider's next answer; `done` says whether it does what it was asked. */
  async plan(provider: 'niubiz' | 'pagoefectivo', operation: string, fault: Fault, done = true): Promise<void> {
    const answer = await this.press(`/sandbox/${provider}/faults`, { operation, fault, done: done ? 'yes' : 'no' });
    expect(answer.status).toBe(303);
  }
}

/** The whole lending application with its providers, on a database; its ledger is verified afterwards. */
export interface Payments extends TestLending {
  readonly world: World;
  readonly loans: LoanService;
  readonly context: PaymentContext;
}

export function createPayments(
  db: Database<Tables>,
  today = '2026-01-15',
  options: Pick<TestLendingOptions, 'log' | 'trustedProxies' | 'maintenance' | 'parameterMaxAgeMs'> & {
    /** Another process on the same database, with the same clock and providers; messages go to that one. */
    readonly beside?: Payments;
  } = {},
): Payments {
  const { beside } = options;
  const log = options.log ?? createLog({ level: 'silent', name: 'test' });
  const loans = createLoanService(db, beside?.clock ?? today, { log });
  const { clock } = loans;
  const world = beside?.world ?? new World(clock);
  const gateways = world.gateways(clock);
  const lending = createTestLending(db, {
    ...options,
    today,
    gateways,
    operatorToken: OPERATOR_TOKEN,
    clock,
  });
  if (!beside) world.serve(lending);
  const context = createPaymentContext(
    {
      db,
      clock,
      calendar: createBusinessCalendar(clock.now),
      log,
      vault: lending.vault,
      parameters: createParameterSource({ db: db.kysely, clock, carryCapForward: false, maxAgeMs: 0 }),
      trustedProxies: 0,
    },
    { gateways, siteUrl: SITE },
  );
  return Object.assign(lending, { world, loans, context });
}

/** For a test file: one database, a fresh application for every test, and the ledger verified afterwards. */
export function withPayments({
  around,
  ...options
}: Pick<TestLendingOptions, 'maintenance' | 'log' | 'parameterMaxAgeMs'> &
  Pick<DatabaseOptions, 'around'> = {}): Payments {
  const payments = withDatabase(
    async (db) => {
      await resetTestDatabase(db);
      return createPayments(db, undefined, options);
    },
    { ...(around && { around }) },
  );
  verifyAfterwards(() => payments.loans);
  return payments;
}

export interface Debtor extends Borrower {
  readonly loan: StoredLoan;
  readonly number: string;
}

/** A client signed in whose loan, EX1 unless told, has reached them on the business date. */
export async function aDebtor(payments: Payments, terms: LoanTerms = EX1_TERMS): Promise<Debtor> {
  const borrower = await aBorrower(payments);
  const loan = await aLoan(payments.loans, terms, borrower.personId);
  return { ...borrower, loan, number: loan.loan.number };
}

type PaymentRequest = Readonly<Record<string, unknown>>;

/** Starts a payment as the screen does: with a key of its own. */
export function askToPay(
  payments: TestLending,
  debtor: Pick<Debtor, 'headers' | 'number'>,
  request: PaymentRequest,
  key: string = randomUUID(),
) {
  const headers = { ...debtor.headers, 'Idempotency-Key': key };
  return callEndpoint(payments, makePayment, { headers, body: { loanNumber: debtor.number, ...request } });
}

export async function startPayment(
  payments: TestLending,
  debtor: Pick<Debtor, 'headers' | 'number'>,
  request: PaymentRequest,
): Promise<PaymentBody> {
  return acceptedBody(await askToPay(payments, debtor, request));
}

/** Reads how a payment stands, as its client sees it. */
export async function lookAt(payments: Payments, debtor: Borrower, id: string): Promise<PaymentBody> {
  return acceptedBody(await callEndpoint(payments, getPayment, { params: { id }, headers: debtor.headers }));
}

/** A client asks for the credit of their loan, without a browser. */
export async function takeCreditBack(
  context: LoanContext & Pick<PaymentContext, 'parameters' | 'vault'>,
  of: { readonly number: string; readonly personId: string },
) {
  const services = { parameters: await context.parameters.inForce(), vault: context.vault };
  return withLoan(context, of, (locked) => refundCredit(locked, services));
}

/** Goes to the checkout of a card payment and gets the token of a card whose bank behaves like this. */
export async function tokenFrom(payments: Payments, payment: PaymentBody, behaviour: CardBehaviour): Promise<string> {
  if (payment.action?.type !== 'CARD_FORM') throw new Error('not a card payment that waits');
  const { sessionKey, purchaseNumber, actionUrl, timeoutUrl } = payment.action;
  const query = new URLSearchParams({
    sessiontoken: sessionKey,
    purchasenumber: purchaseNumber,
    action: actionUrl,
    timeouturl: timeoutUrl,
  });
  const page = await (await payments.world.fetch(`${SITE}/sandbox/niubiz/checkout?${query}`)).text();
  const button = page.split('</form>').find((part) => part.includes(`data-behaviour="${behaviour}"`)) ?? '';
  return /name="transactionToken" value="(\w+)"/.exec(button)?.[1] ?? '';
}

/** Posts a token as the checkout's page does: from another site, without our cookies. */
export function postToken(payments: Payments, actionUrl: string, token: string): Promise<Response> {
  return Promise.resolve(
    payments.app.request(new URL(actionUrl).pathname, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'cross-site',
        Origin: 'https://static-content.vnforapps.com',
      },
      body: new URLSearchParams({ transactionToken: token, channel: 'web' }).toString(),
    }),
  );
}

/** Pays by card, and the answer of the bank is lost: nobody can be asked until the test says so. */
export async function loseAnswer(
  payments: Payments,
  debtor: Debtor,
  request: PaymentRequest,
  behaviour: 'take-and-hang-up' | 'take-and-fail' | 'take-and-cut-off' | 'say-nothing' = 'take-and-hang-up',
): Promise<PaymentBody> {
  const payment = await startPayment(payments, debtor, { method: 'NIUBIZ', ...request });
  if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
  await postToken(payments, payment.action.actionUrl, await tokenFrom(payments, payment, behaviour));
  payments.world.isDown = true;
  const lost = await lookAt(payments, debtor, payment.id);
  payments.world.isDown = false;
  expect(lost).toMatchObject({ status: 'UNKNOWN', received: 0, pollAfterSec: 15, canCancel: false });
  return lost;
}

/** Pays by card from the form to the page that tells how it ended. */
export async function payByCard(
  payments: Payments,
  debtor: Debtor,
  request: PaymentRequest,
  behaviour: CardBehaviour = 'approve',
): Promise<PaymentBody> {
  const payment = await startPayment(payments, debtor, { method: 'NIUBIZ', ...request });
  if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
  const token = await tokenFrom(payments, payment, behaviour);
  const answer = await postToken(payments, payment.action.actionUrl, token);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`${SITE}/online-payment/completed/?p=${payment.id}`);
  return lookAt(payments, debtor, payment.id);
}

/** Sends a voucher as a form, with files. */
export function sendVoucherForm(
  payments: Payments,
  { headers }: Borrower,
  id: string,
  fields: Readonly<Record<string, string>>,
  files: readonly (readonly [name: string, bytes: Uint8Array])[],
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, bytes] of files) body.append('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  return Promise.resolve(payments.app.request(`/api/v1/payments/${id}/voucher`, { method: 'POST', headers, body }));
}

/** Calls the staff API as one colleague. */
export function asColleague(payments: Pick<Payments, 'app'>, name: string, path: string, body?: unknown) {
  return staffCall(payments, path, body, { name });
}

/** Calls as Ana; what takes a second account, Luis asks for too. */
export async function asOperator(payments: Pick<Payments, 'app'>, path: string, body?: unknown): Promise<Response> {
  const answer = await asColleague(payments, 'Ana', path, body);
  const said = answer.status === 202 || answer.status === 409 ? await answer.clone().text() : '';
  // Ana may have asked before a crash.
  const isSecondNeeded = said.includes('"approval"') || said.includes('than yours');
  return isSecondNeeded ? asColleague(payments, 'Luis', path, body) : answer;
}

export type StatementRow = readonly [date: string, bankRef: string, amount: string, description: string];

/** Imports lines of BCP's statement, as an operator does. */
export async function importStatement(payments: Pick<Payments, 'app'>, rows: readonly StatementRow[], bank = 'BCP') {
  const csv = ['fecha;operacion;monto;descripcion', ...rows.map((row) => row.join(';')), ''].join('\n');
  const answer = await payments.app.request(`/api/v1/staff/bank-statements?bank=${bank}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Operator': 'Ana' },
    body: csv,
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Pays a code at the sandbox's till. */
export async function payCode(
  payments: Payments,
  code: string,
  fields: { readonly amount?: string; readonly message?: 'send' | 'hold' | 'lose' | 'forge'; readonly copies?: string },
): Promise<void> {
  expect((await payments.world.press(`/sandbox/pagoefectivo/cips/${code}/pay`, fields)).status).toBe(303);
}

/** A code that waits for its money. */
export async function aCode(
  payments: Payments,
  debtor: Debtor,
  request: PaymentRequest = { purpose: 'PAYOFF' },
): Promise<{ readonly id: string; readonly code: string }> {
  const { id, action } = await startPayment(payments, debtor, { method: 'PAGOEFECTIVO', ...request });
  if (action?.type !== 'CODE') throw new Error('no code');
  return { id, code: action.code };
}

/** A payment by hand that waits, of a loan in any application: nobody has to be asked for it. */
export async function aTransferTo(lending: TestLending, loanNumber: string, personId: string): Promise<string> {
  const { db, clock, vault } = lending;
  const gateways = { card: undefined, cashCode: undefined, transferAccounts: SANDBOX_ACCOUNTS };
  const services = {
    db,
    clock,
    vault,
    calendar: createBusinessCalendar(clock.now),
    log: createLog({ level: 'silent', name: 'test' }),
    parameters: createParameterSource({ db: db.kysely, clock, carryCapForward: false }),
    trustedProxies: 0,
  };
  const context = createPaymentContext(services, { gateways, siteUrl: SITE });
  const request = { loanNumber, personId, purpose: 'PAYOFF', method: 'MANUAL', locale: 'es' } as const;
  const created = await createPayment(context, request);
  if (created.kind === 'refused') throw new Error(created.code);
  return created.intent.id;
}
