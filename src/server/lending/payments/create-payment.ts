import type { MakePaymentRequest } from '#api/endpoints/payments/make-payment.ts';
import type { FieldCode } from '#api/field-codes.ts';
import type { Locale } from '#i18n/locale.ts';
import { settlementOffer } from '#loan/flex-pay.ts';
import type { PaymentUse } from '#loan/loan.ts';
import { type Cents, cents, fromSoles, sum, ZERO } from '#loan/money.ts';
import { isInFlight, type PaymentMethod, railOf } from '#loan/payment-intent.ts';
import {
  optionsBeside,
  type PaymentOption,
  type PaymentOptionSettings,
  paymentOptions,
  paymentUse,
} from '#loan/payment-options.ts';
import { standingOn } from '#loan/standing.ts';
import { invalidFields, notFound, type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import { bodyHashOf } from '#server/kit/idempotency-key.ts';
import { hashOf } from '#server/kit/secret.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { type LockedLoan, lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import type { PaymentPolicy, Policies } from '#server/lending/parameters/policies.ts';
import { findCall, rememberCall } from '#server/lending/people/store/idempotency-store.ts';
import { takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { intentKeyOf, PAYMENT_LIMIT, type PaymentContext } from './payment-context.ts';
import { insertIntent, readRivals } from './store/new-payment-store.ts';
import { type PaymentIntent, readIntent } from './store/payment-store.ts';

/** A client's request to pay. */
export interface RequestedPayment extends MakePaymentRequest {
  readonly personId: string;
  readonly locale: Locale;
  readonly idempotencyKey?: string | undefined;
}

export type CreatedPayment =
  | {
      readonly kind: 'created';
      readonly intent: PaymentIntent;
      readonly replayed: boolean;
      /** The loan that a new payment was made for; undefined for one that was there. */
      readonly madeFor?: StoredLoan;
    }
  | Refusal;

export const CREATE_PAYMENT_ROUTE = 'POST /api/v1/payments';

/**
 * Creates a payment with its purpose, amount and method fixed. No provider is called here (see `showPayment`). The same
 * Idempotency-Key always returns the same payment; the same request returns the pending payment whatever its key, because
 * two browser windows create a key each for a client who wants to pay once. While the outcome of a payment is unknown, only
 * what is safe beside it can be started (decision 0108). Only new payments count towards the client's rate limit, so that a retry is
 * always answered.
 * @param before decides under the lock of the loan whether a new payment may be: nothing comes between it and the payment
 */
export async function createPayment(
  context: PaymentContext,
  requested: RequestedPayment,
  before: (locked: LockedLoan) => Promise<Refusal | undefined> = async () => undefined,
): Promise<CreatedPayment> {
  const policies = (await context.parameters.inForce()).policies();
  return context.db.kysely.transaction().execute(async (trx): Promise<CreatedPayment> => {
    const { personId, locale: _, idempotencyKey, ...body } = requested;
    // The person is locked before their loans, so that one key sent for two loans at once is serialised.
    await trx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
    const call = idempotencyKey
      ? { clientId: personId, route: CREATE_PAYMENT_ROUTE, key: idempotencyKey, bodyHash: bodyHashOf(body) }
      : undefined;
    const known = call && (await findCall(trx, call));
    if (known?.kind === 'mismatch') {
      return refused(422, 'idempotency_mismatch', 'This Idempotency-Key was used with another body.');
    }
    if (known?.kind === 'replay') {
      const { paymentId } = known.response as { readonly paymentId: string };
      const intent = (await readIntent(trx, { id: paymentId })) as PaymentIntent;
      return { kind: 'created', intent, replayed: true };
    }
    const locked = await lockLoanUpToToday(trx, context, { number: requested.loanNumber, personId });
    if (!locked) return notFound();
    const refusal = await before(locked);
    if (refusal) return refusal;
    const created = await createFor(locked, context, policies, requested);
    if (call && created.kind === 'created') {
      const response = { paymentId: created.intent.id };
      await rememberCall(trx, call, { status: 201, response, now: locked.now });
    }
    return created;
  });
}

function askedCents({ amount }: Pick<RequestedPayment, 'amount'>): Cents | undefined {
  return amount === undefined ? undefined : fromSoles(amount);
}

async function createFor(
  locked: LockedLoan,
  context: PaymentContext,
  policies: Policies,
  requested: RequestedPayment,
): Promise<CreatedPayment> {
  const { trx, day, now, id: loanId, personId } = locked;
  const { purpose, method } = requested;
  const rivals = await readRivals(trx, { ...requested, loanId, amountCents: askedCents(requested) }, now);
  const inFlight = rivals.filter(({ status }) => isInFlight(status));
  if (inFlight.length > 0 && !isSafeBeside(locked, inFlight, policies, requested)) return inProgress(inFlight, now);
  const terms = await termsOf(locked, context, policies, requested);
  if (terms.kind === 'refused') return terms;
  const obstacle = methodObstacle(method, terms.amountCents, policies.payment, context);
  if (obstacle) return invalidFields([obstacle]);
  const twin = rivals.find((rival) => meaningOf(rival) === meaningOf({ purpose, method, ...terms }));
  if (twin) return { kind: 'created', intent: twin, replayed: true };
  const rate = await takeFromBucket(trx, { scope: 'payment', key: personId, limit: PAYMENT_LIMIT }, now);
  if (rate.kind === 'limited') return tooManyRequests(rate.retryAfterSeconds);
  const id = uuidv7(now);
  const intent = await insertIntent(trx, {
    id,
    personId,
    loanId,
    purpose,
    method,
    use: terms.use,
    amountCents: terms.amountCents,
    subjectId: terms.subjectId,
    locale: requested.locale,
    intentKeyHash: hashOf(intentKeyOf(context.vault, id)),
    expiresAt: now + lifeMs(method, policies.payment),
    createdOn: day.date,
    now,
    // A transfer needs no provider: the instructions are ours.
    ...(railOf(method) === 'transfer' && { first: { event: 'shown-to-customer', actor: 'client' } as const }),
  });
  return { kind: 'created', intent, replayed: false, madeFor: locked.stored };
}

/**
 * Tells whether a payment can be started while the outcome of others is unknown (decision 0108): not by card, which
 * takes the money at once, and nothing that together with them would be more than is owed.
 */
function isSafeBeside(
  { loan, day }: LockedLoan,
  inFlight: readonly PaymentIntent[],
  policies: Policies,
  { purpose, method, amount }: RequestedPayment,
): boolean {
  if (railOf(method) === 'card') return false;
  const settings = optionSettings(policies);
  const unknown = sum(...inFlight.map(({ amountCents }) => amountCents));
  const option = optionsBeside(paymentOptions(loan, day, settings), unknown, settings).find(
    (one) => one.purpose === purpose,
  );
  if (!option) return false;
  const { amountCents, maxCents = amountCents ?? ZERO } = option;
  return amount === undefined ? amountCents !== undefined : fromSoles(amount) <= maxCents;
}

/** Settings without prices of extensions: those have their quotes, and are not priced here. */
function optionSettings({ payment }: Policies): PaymentOptionSettings {
  return { minCents: payment.minCents, extensionFees: new Map(), capPercent: undefined };
}

/**
 * Refuses for now. The client should come back when the provider is asked next, because only then may the outcome be
 * known.
 */
function inProgress(inFlight: readonly PaymentIntent[], now: number): Refusal {
  const next = Math.min(...inFlight.map(({ nextQueryAt = now }) => nextQueryAt));
  const seconds = Math.max(1, Math.ceil((next - now) / 1000));
  const message = 'The outcome of another payment of this loan is not known yet.';
  return { ...refused(409, 'payment_in_progress', message), headers: { 'Retry-After': String(seconds) } };
}

type Terms =
  | {
      readonly kind: 'terms';
      readonly amountCents: Cents;
      readonly use: PaymentUse;
      readonly subjectId?: string | undefined;
    }
  | Refusal;

async function termsOf(
  locked: LockedLoan,
  context: PaymentContext,
  policies: Policies,
  requested: RequestedPayment,
): Promise<Terms> {
  const { loan, day } = locked;
  const options = paymentOptions(loan, day, optionSettings(policies));
  if (options.length === 0) return refused(409, 'loan_closed', 'Nothing can be paid of this loan.');
  if (requested.mode !== undefined && requested.purpose !== 'PREPAY') {
    return invalidFields([{ field: 'mode', code: 'not_allowed' }]);
  }
  if (requested.settles && requested.purpose !== 'FLEX') {
    return invalidFields([{ field: 'settles', code: 'not_allowed' }]);
  }
  if (requested.purpose === 'EXTENSION') return extensionTerms(locked, context, requested);
  if (requested.quoteId !== undefined) return invalidFields([{ field: 'quoteId', code: 'not_allowed' }]);
  const option = options.find(({ purpose }) => purpose === requested.purpose);
  if (!option) return refused(409, 'purpose_not_available', 'This cannot be paid of the loan now.');
  const amount = amountOf(option, requested.amount);
  if (amount.kind === 'refused') return amount;
  const use = purposeUse(locked, policies, requested, amount.amountCents);
  // As an ordinary payment it would not end the loan.
  if (requested.settles && use.kind !== 'settlement') return amountChanged();
  return { ...amount, use };
}

async function extensionTerms(
  locked: LockedLoan,
  { extensions }: PaymentContext,
  { quoteId, amount }: RequestedPayment,
): Promise<Terms> {
  if (quoteId === undefined) return invalidFields([{ field: 'quoteId', code: 'required' }]);
  const asked = { quoteId, loanId: locked.id, loan: locked.loan, day: locked.day };
  const quote = (await extensions?.take(locked.trx, asked)) ?? ({ kind: 'not-there' } as const);
  if (quote.kind === 'not-there') return invalidFields([{ field: 'quoteId', code: 'unknown' }]);
  if (quote.kind === 'expired') return refused(410, 'quote_expired', 'The quote is no longer valid: ask for another.');
  const { kind: _, amountCents, ...sold } = quote;
  if (amount !== undefined && fromSoles(amount) !== amountCents) return amountChanged();
  return { kind: 'terms', amountCents, use: { kind: 'extension', ...sold }, subjectId: quoteId };
}

type Amount = { readonly kind: 'terms'; readonly amountCents: Cents } | Refusal;

/** A fixed amount must match (a mismatch means a stale screen); a chosen amount must be within its bounds. */
function amountOf({ amountCents, minCents, maxCents }: PaymentOption, asked: number | undefined): Amount {
  const askedCents = asked === undefined ? undefined : fromSoles(asked);
  if (minCents === undefined || maxCents === undefined) {
    if (amountCents === undefined) throw new RangeError('an option has neither amount nor bounds');
    return askedCents === undefined || askedCents === amountCents ? { kind: 'terms', amountCents } : amountChanged();
  }
  const chosen = askedCents ?? amountCents;
  if (chosen === undefined) return invalidFields([{ field: 'amount', code: 'required' }]);
  if (chosen < minCents || chosen > maxCents) return invalidFields([{ field: 'amount', code: 'out_of_range' }]);
  return { kind: 'terms', amountCents: chosen };
}

function amountChanged(): Refusal {
  return refused(409, 'amount_changed', 'The amount is another one now: show it, and ask again.');
}

function purposeUse(
  { loan, day }: LockedLoan,
  policies: Policies,
  { purpose, mode }: RequestedPayment,
  amountCents: Cents,
): PaymentUse {
  if (purpose === 'EXTENSION') throw new RangeError('an extension is used as its quote says');
  if (purpose !== 'FLEX') return paymentUse(purpose, mode);
  // Only the exact settlement amount on offer counts as a settlement.
  const settlement = settlementOffer(standingOn(loan, day), policies.flex);
  return settlement?.amountCents === amountCents
    ? { kind: 'settlement', discountCents: settlement.discountCents }
    : paymentUse(purpose, mode);
}

/** The reason why a method cannot take an amount, or nothing. */
function methodObstacle(
  method: PaymentMethod,
  amountCents: Cents,
  policy: PaymentPolicy,
  context: Pick<PaymentContext, 'gateways'>,
): { readonly field: 'method' | 'amount'; readonly code: FieldCode } | undefined {
  if (!isOffered(method, context)) return { field: 'method', code: 'not_allowed' };
  const { minCents, maxCents } = methodBounds(method, policy);
  const fits = amountCents >= minCents && (maxCents === undefined || amountCents <= maxCents);
  return fits ? undefined : { field: 'method', code: 'out_of_range' };
}

/** Tells whether a provider takes money this way. */
export function isOffered(method: PaymentMethod, { gateways }: Pick<PaymentContext, 'gateways'>): boolean {
  switch (railOf(method)) {
    case 'card':
      return gateways.card !== undefined;
    case 'code':
      return gateways.cashCode !== undefined;
    case 'transfer':
      return gateways.transferAccounts.length > 0;
  }
}

/**
 * Bounds of one payment of a method. A transfer has none: the bank sends any amount, and a rest below the smallest payment of
 * the other methods must be payable by one.
 */
export function methodBounds(
  method: PaymentMethod,
  policy: PaymentPolicy,
): { readonly minCents: Cents; readonly maxCents?: Cents } {
  switch (railOf(method)) {
    case 'card':
      return { minCents: policy.minCents, maxCents: policy.cardMaxCents };
    case 'code':
      return { minCents: policy.codeMinCents, maxCents: policy.codeMaxCents };
    case 'transfer':
      return { minCents: cents(1) };
  }
}

function lifeMs(method: PaymentMethod, policy: PaymentPolicy): number {
  switch (railOf(method)) {
    case 'card':
      return policy.cardMinutes * 60_000;
    case 'code':
      return policy.codeHours * 3_600_000;
    case 'transfer':
      return policy.transferHours * 3_600_000;
  }
}

/** Identifies equal payments: two with the same meaning are one. */
function meaningOf({
  purpose,
  method,
  amountCents,
  subjectId,
  use,
}: Pick<PaymentIntent, 'purpose' | 'method' | 'amountCents' | 'use'> & {
  readonly subjectId?: string | undefined;
}): string {
  return bodyHashOf({ purpose, method, amount: amountCents, subject: subjectId, ...use });
}
