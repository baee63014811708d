import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import type { PaymentBody } from '#api/payment.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents, fromSoles, sum, toSoles } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { expireExtensions } from '#server/lending/arrangements/expire-extensions.ts';
import { expireTopUps } from '#server/lending/arrangements/expire-top-ups.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { callEndpoint } from '../lending/lending-app.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { trusted } from '../loans/client-loans.ts';
import { aLoan, closeThrough, type TestBank, verify } from '../loans/loan-service.ts';
import { aBorrower } from '../people/borrower.ts';
import { expectEverythingThatCame, expectQuotesToBuyOnce, loanToday } from './money-books.ts';
import type { Command, OperatorAct } from './money-commands.ts';
import { bankTakesBack, countedOf, goneTwice } from './money-taken-back.ts';
import {
  askToPay,
  asOperator,
  createPayments,
  type Debtor,
  importStatement,
  type Payments,
  payCode,
  postToken,
  type StatementRow,
  tokenFrom,
} from './payments.ts';

/** One client with a loan, and what the world outside knows of their money. */
export class MoneyWorld {
  readonly #payments: Payments;
  readonly #debtor: Debtor;
  readonly #started: PaymentBody[] = [];
  readonly #rows: StatementRow[] = [];
  #refs = 0;
  /** Money that the bank has written to our account, each line once; and the lines. */
  readonly #credited = new Map<string, Cents>();
  readonly #stated: StatementRow[] = [];
  /** Money that was paid at tills for codes. */
  #atTills = cents(0);
  #byCardBack = cents(0);
  #returned = cents(0);
  readonly #takenBack = { bank: cents(0), 'psp-clearing': cents(0) };
  #settled = cents(0);

  private constructor(payments: Payments, debtor: Debtor) {
    this.#payments = payments;
    this.#debtor = debtor;
    const { card } = payments.context.gateways;
    const refund = card?.refund.bind(card);
    if (!card || !refund) throw new Error('no card provider');
    card.refund = async (asked) => {
      const outcome = await refund(asked);
      if (outcome.kind === 'refunded') this.#byCardBack = sum(this.#byCardBack, asked.amountCents);
      return outcome;
    };
  }

  static async on(db: Database<Tables>): Promise<MoneyWorld> {
    const payments = createPayments(db);
    const borrower = await aBorrower(payments, { stepUp: 'everything' });
    const loan = await aLoan(payments.loans, EX1_TERMS, borrower.personId);
    await closeThrough(payments.loans, '2026-01-25');
    await trusted(payments, borrower.personId);
    return new MoneyWorld(payments, { ...borrower, loan, number: loan.loan.number });
  }

  async run(one: Command): Promise<void> {
    switch (one.kind) {
      case 'pay':
        return this.#pay(one);
      case 'extend':
        return this.#extend(one);
      case 'money-comes':
        return this.#moneyComes(one);
      case 'card':
        return this.#card(one);
      case 'messages-come':
        return this.messagesCome(one.order);
      case 'unknown-money':
        return this.#write(['ABONO SIN REFERENCIA', fromSoles(one.soles), this.#today, 1, false]);
      case 'unknown-money-ends':
        return this.#unknownMoneyEnds(one);
      case 'operator':
        return this.#operator(one);
      case 'bank-takes-back':
        return this.#bankTakesBack(one.which);
      case 'refund-credit':
        await this.#call(requestRefund, { params: { number: this.#debtor.number } });
        return;
      case 'top-up':
        await this.#call(requestTopUp, { body: { principal: 100 } });
        await this.#call(signTopUp, { body: { acceptTerms: true } });
        return;
      case 'bank':
        return this.#bank(one.mode);
      case 'settle':
        return this.#settle(one);
      case 'days':
        return this.#pass(one.days);
    }
  }

  /** Context that the books of this lender are read with. */
  get payments(): Payments {
    return this.#payments;
  }

  get #today(): string {
    return this.#payments.clock.businessDate();
  }

  /** Calls as the client does; what is refused must be refused properly. */
  async #call(endpoint: Parameters<typeof callEndpoint>[1], more: object): Promise<unknown> {
    const headers = { ...this.#debtor.headers, 'Idempotency-Key': randomUUID() };
    const answer = await callEndpoint(this.#payments, endpoint, { ...more, headers });
    expect(answer.status).toBeLessThan(500);
    return answer.kind === 'accepted' ? answer.body : undefined;
  }

  /** One of the payments that were started, the newest first. */
  #payment(index: number, among: readonly PaymentBody[] = this.#started): PaymentBody | undefined {
    return among[among.length - 1 - (index % Math.max(1, among.length))];
  }

  /** Picks a payment to which an act of an operator applies; any when it applies to none. */
  async #paymentFor(index: number, act: OperatorAct) {
    const status = {
      ask: 'UNKNOWN',
      refund: 'SUCCEEDED',
      dispute: 'SUCCEEDED',
      won: 'DISPUTED',
      lost: 'SUCCEEDED',
    } as const;
    const rows = await this.#payments.db.kysely
      .selectFrom('payment_intent')
      .select('id')
      .where('status', '=', status[act])
      .execute();
    const fitting = this.#started.filter(({ id }) => rows.some((row) => row.id === id));
    return this.#payment(index, fitting.length > 0 ? fitting : undefined);
  }

  async #pay({ share, method }: Extract<Command, { kind: 'pay' }>): Promise<void> {
    const { loan, day } = await loanToday(this.#payments, this.#debtor);
    const owed = standingOn(loan, day).groups.length * 573;
    const soles = Math.round(owed * share) / 100;
    const request = share > 100 ? { purpose: 'PAYOFF' } : { purpose: 'PARTIAL', amount: soles };
    const answer = await askToPay(this.#payments, this.#debtor, { ...request, method });
    expect(answer.status).toBeLessThan(500);
    if (answer.kind === 'accepted') this.#started.push(answer.body);
  }

  async #extend({ term, method }: Extract<Command, { kind: 'extend' }>): Promise<void> {
    const quote = (await this.#call(makeExtensionQuote, { body: { term } })) as { quoteId: string } | undefined;
    if (!quote) return;
    const asked = await this.#call(requestExtension, { body: { quoteId: quote.quoteId, method } });
    if (asked) this.#started.push(asked as PaymentBody);
  }

  async #moneyComes(one: Extract<Command, { kind: 'money-comes' }>): Promise<void> {
    const payment = this.#payment(
      one.which,
      this.#started.filter(({ action }) => action?.type !== 'CARD_FORM'),
    );
    for (const percent of payment ? one.parts : []) {
      const amount = cents(Math.max(1, Math.round((fromSoles(payment?.amount ?? 0) * percent) / 100)));
      const { action } = payment as PaymentBody;
      if (action?.type === 'TRANSFER') {
        const date = addDays(calendarDate(this.#today), -one.daysAgo);
        await this.#write([`PAGO ${action.reference}`, amount, date, one.copies, one.isHeld]);
      }
      if (action?.type === 'CODE') {
        this.#atTills = sum(this.#atTills, amount);
        const message = one.isHeld ? 'hold' : 'send';
        const fields = { amount: toSoles(amount).toFixed(2), message, copies: String(one.copies) } as const;
        await payCode(this.#payments, action.code, fields);
        await readWebhooks(this.#payments.context);
      }
    }
  }

  /** A line of the bank's statement, imported as often as it is stated. */
  async #write([text, amount, date, copies, isHeld]: readonly [string, Cents, string, number, boolean]): Promise<void> {
    this.#refs += 1;
    const bankRef = String(70_000 + this.#refs);
    const row: StatementRow = [date.split('-').reverse().join('/'), bankRef, toSoles(amount).toFixed(2), text];
    this.#credited.set(bankRef, amount);
    this.#stated.push(row);
    this.#rows.push(row);
    if (isHeld) return;
    this.#rows.pop();
    for (let copy = 0; copy < copies; copy += 1) await importStatement(this.#payments, [row]);
  }

  async messagesCome(order: 'oldest-first' | 'newest-first'): Promise<void> {
    const rows = this.#rows.splice(0);
    if (order === 'newest-first') rows.reverse();
    if (rows.length > 0) await importStatement(this.#payments, rows);
    await this.#payments.world.press('/sandbox/pagoefectivo/release', { order });
    await readWebhooks(this.#payments.context);
  }

  async #card({ which, behaviour }: Extract<Command, { kind: 'card' }>): Promise<void> {
    const cards = this.#started.filter(({ action }) => action?.type === 'CARD_FORM');
    const payment = cards[which % Math.max(1, cards.length)];
    if (payment?.action?.type !== 'CARD_FORM') return;
    const token = await tokenFrom(this.#payments, payment, behaviour);
    // A page that is sent again.
    for (let times = 0; times < 2; times += 1) await postToken(this.#payments, payment.action.actionUrl, token);
  }

  async #unidentified(): Promise<readonly { readonly id: string; readonly amount: number }[]> {
    return (await (await asOperator(this.#payments, 'unapplied')).json()).unapplied;
  }

  async #unknownMoneyEnds({ how, which }: Extract<Command, { kind: 'unknown-money-ends' }>): Promise<void> {
    const [one] = await this.#unidentified();
    const payment = this.#payment(which);
    if (!one || (how === 'payment' && !payment)) return;
    if (how === 'return') {
      const answer = await asOperator(this.#payments, `unapplied/${one.id}/return`, { reference: 'TRX-1' });
      if (answer.ok) this.#returned = sum(this.#returned, fromSoles(one.amount));
      return;
    }
    const owner = how === 'loan' ? { loanNumber: this.#debtor.number } : { paymentId: payment?.id };
    const answer = await asOperator(this.#payments, `unapplied/${one.id}/match`, owner);
    expect(answer.status).toBeLessThan(500);
  }

  async #operator({ which, act }: Extract<Command, { kind: 'operator' }>): Promise<void> {
    const payment = await this.#paymentFor(which, act);
    if (!payment) return;
    const acts = {
      ask: ['ask', {}],
      refund: ['refund', { reason: 'the client asked' }],
      dispute: ['dispute', { reference: `case ${randomUUID()}`, reason: 'not me' }],
      won: ['dispute-won', {}],
      lost: ['dispute-lost', {}],
    } as const;
    const [path, body] = acts[act];
    if (act === 'lost') await asOperator(this.#payments, `payments/${payment.id}/dispute`, acts.dispute[1]);
    const counted = await countedOf(this.#payments, payment.id);
    const twice = await goneTwice(this.#payments);
    const answer = await asOperator(this.#payments, `payments/${payment.id}/${path}`, body);
    expect(answer.status).toBeLessThan(500);
    if (act !== 'lost' || !answer.ok) return;
    // The banks have taken it back from where it had come.
    const left = new Set((await countedOf(this.#payments, payment.id)).map(({ id }) => id));
    for (const { id, amount, into_account: into } of counted) {
      if (!left.has(id)) this.#takenBack[into] = sum(this.#takenBack[into], cents(amount));
    }
    for (const { amount, into } of (await goneTwice(this.#payments)).slice(twice.length)) {
      this.#takenBack[into] = sum(this.#takenBack[into], cents(amount));
    }
  }

  async #bankTakesBack(which: number): Promise<void> {
    const row = this.#stated[which % Math.max(1, this.#stated.length)];
    const gone = row ? await bankTakesBack(this.#payments, row, this.#today) : cents(0);
    this.#takenBack.bank = sum(this.#takenBack.bank, gone);
  }

  /** Sends what is due; a lost answer is asked for later. */
  async #bank(mode: TestBank['mode']): Promise<void> {
    const { loans, clock } = this.#payments;
    for (const now of [mode, 'pays'] as const) {
      loans.bank.mode = now;
      await dispatchDisbursements(loans.context);
      await dispatchRefunds(loans.context);
      clock.pass({ hours: 1 });
    }
    await dispatchDisbursements(loans.context);
    await dispatchRefunds(loans.context);
  }

  /** A provider pays out everything it says it owes, less its cost; the bank's line comes first. */
  async #settle({ provider, costPercent }: Extract<Command, { kind: 'settle' }>): Promise<void> {
    const collected = await this.#payments.db.kysely
      .selectFrom('money_received')
      .select(['provider_ref', 'operation', 'amount'])
      .where('provider', '=', provider)
      .execute();
    const gross = sum(...collected.map(({ amount }) => cents(amount)));
    const costCents = cents(Math.floor((gross * costPercent) / 100));
    if (gross === 0) return;
    await this.#write([`LIQUIDACION ${provider}`, cents(gross - costCents), this.#today, 1, false]);
    const line = (await this.#unidentified()).at(-1);
    const lines = collected.map(({ provider_ref: reference, operation, amount }) => ({
      reference,
      ...(operation !== null && { operation }),
      amount: toSoles(cents(amount)),
    }));
    const answer = await asOperator(this.#payments, 'settlements', {
      provider,
      reference: randomUUID(),
      lines,
      cost: toSoles(costCents),
      date: this.#today,
      line: line?.id,
    });
    expect(answer.status).toBeLessThan(500);
    if (answer.ok) this.#settled = sum(this.#settled, gross);
  }

  async #pass(days: number): Promise<void> {
    const { loans } = this.#payments;
    await closeThrough(loans, addDays(calendarDate(this.#today), days));
    await expireExtensions(loans.context);
    await expireTopUps(loans.context);
  }

  /** Checks what must be true at any time. */
  async check(): Promise<void> {
    expect((await verify(this.#payments.loans)).problems).toEqual([]);
    // Only a bank can take back what has gone out as credit already.
    const isTakenBack = this.#takenBack.bank + this.#takenBack['psp-clearing'] > 0;
    await expectEverythingThatCame(this.#payments, this.#debtor, { isTakenBack });
    await this.#everyPayment();
    await this.#everythingThatLeft();
    await expectQuotesToBuyOnce(this.#payments, this.#debtor);
  }

  /** Checks that what a client reads of a payment adds up to what came for it and has not gone back. */
  async #everyPayment(): Promise<void> {
    for (const { id } of this.#started) {
      // As an operator sees it: a client's look would ask the provider too.
      const view = await (await asOperator(this.#payments, `payments/${id}`)).json();
      const { allocation, applied, extension } = view as PaymentBody;
      if (!applied || !allocation) continue;
      const counted = sum(...(await countedOf(this.#payments, id)).map(({ amount }) => cents(amount)));
      const { fees, ...parts } = allocation;
      const said = [...Object.values(parts), ...Object.values(fees)].map((soles) => fromSoles(soles ?? 0));
      expect(sum(...said)).toBe(counted);
      if (extension?.status === 'ACTIVE') expect(counted).toBeGreaterThan(0);
    }
  }

  /** Our accounts hold what the world says: a céntimo that left without a journal, or twice, would be missing. */
  async #everythingThatLeft(): Promise<void> {
    const { loans } = this.#payments;
    const balances = await readBalances(this.#payments.db.kysely);
    const stated = await this.#payments.db.kysely
      .selectFrom('money_received')
      .select(['provider', 'provider_ref', 'amount'])
      .execute();
    const into = (isBank: boolean) =>
      sum(...stated.filter(({ provider }) => (provider === 'BANK') === isBank).map(({ amount }) => cents(amount)));
    const refunds = await this.#payments.db.kysely
      .selectFrom('refund')
      .select(['id', 'kind', 'status', 'amount'])
      .execute();
    const isOpen = (status: string) => status !== 'PAID' && status !== 'REJECTED';
    const orders = await this.#payments.db.kysely.selectFrom('disbursement_order').select(['id', 'status']).execute();
    let out = cents(0);
    for (const { orderId, amountCents } of loans.bank.paidOut.values()) {
      const refund = refunds.find(({ id }) => id === orderId);
      const order = orders.find(({ id }) => id === orderId);
      expect(refund ?? order, `the books know nothing of ${orderId}`).toBeDefined();
      const isBooked = refund ? refund.kind === 'CREDIT' || refund.status === 'PAID' : order?.status === 'CONFIRMED';
      if (isBooked) out = sum(out, amountCents);
    }
    // Credit leaves the books when it is asked for, so that nothing else can use it.
    const onItsWay = refunds.filter(
      ({ id, kind, status }) => kind === 'CREDIT' && isOpen(status) && !loans.bank.paidOut.has(id),
    );
    const gone = sum(out, this.#returned, this.#takenBack.bank, ...onItsWay.map(({ amount }) => cents(amount)));
    expect(balances.bank ?? 0).toBe(into(true) - gone);
    const owed = into(false) - this.#byCardBack - this.#takenBack['psp-clearing'] - this.#settled;
    expect(balances['psp-clearing'] ?? 0).toBe(owed);
  }

  /** Checks that everything that was paid has been booked, once, when every message has come. */
  async end(): Promise<void> {
    await this.messagesCome('newest-first');
    await this.messagesCome('oldest-first');
    await this.check();
    const booked = await this.#payments.db.kysely.selectFrom('money_received').select(['provider', 'amount']).execute();
    const of = (provider: string) =>
      sum(...booked.filter((one) => one.provider === provider).map(({ amount }) => cents(amount)));
    expect(of('BANK')).toBe(sum(...this.#credited.values()));
    // A provider that is asked names one payment of a code, whichever: how many there were only its messages say.
    const wasAsked = this.#payments.world.requests.some((path) => path.includes('/cips/search'));
    if (!wasAsked) expect(of('PAGOEFECTIVO')).toBe(this.#atTills);
  }
}
