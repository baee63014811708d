import {
  getPaymentOptions,
  type METHOD_OBSTACLES,
  type PaymentOptionsBody,
} from '#api/endpoints/payments/get-payment-options.ts';
import { sum, toSoles } from '#loan/money.ts';
import {
  isInFlight,
  PAYMENT_INTENT_STATUSES,
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentRail,
  railOf,
} from '#loan/payment-intent.ts';
import { optionsBeside, type PaymentOption, paymentOptions } from '#loan/payment-options.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { todayOfLoan } from '#server/lending/loans/loan-snapshot.ts';
import { presentTerm } from '#server/lending/loans/present-term.ts';
import { readLoan } from '#server/lending/loans/store/loan-store.ts';
import type { PaymentPolicy } from '#server/lending/parameters/policies.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { isOffered, methodBounds } from '../create-payment.ts';
import type { PaymentContext } from '../payment-context.ts';
import { readIntentsOf } from '../store/payment-store.ts';

const CONFIRMS = { card: 'seconds', code: 'minutes', transfer: 'hours' } as const;
const IN_FLIGHT = PAYMENT_INTENT_STATUSES.filter(isInFlight);

export function getPaymentOptionsRoute(context: PaymentContext): Route<typeof getPaymentOptions> {
  return {
    endpoint: getPaymentOptions,
    async answer({ params, client }) {
      const db = context.db.kysely;
      const stored = await readLoan(db, { number: params.number, personId: client.personId });
      if (!stored) return notFound();
      const parameters = await context.parameters.inForce();
      const policies = parameters.policies();
      const days = await context.calendar.days(db);
      const settings = {
        minCents: policies.payment.minCents,
        extensionFees: policies.extensionFees,
        capPercent: parameters.capPercent,
      };
      const date = todayOfLoan(context.clock, stored);
      const inFlight = await readIntentsOf(db, stored.id, IN_FLIGHT);
      const all = paymentOptions(stored.loan, { date, calendar: days }, settings);
      const unknown = sum(...inFlight.map(({ amountCents }) => amountCents));
      const options = inFlight.length > 0 ? optionsBeside(all, unknown, settings) : all;
      const person = await readPerson(db, context.vault, client.personId);
      const canBeReached = Boolean(person?.email && person.phone && person.firstName && person.lastName1);
      return {
        kind: 'ok',
        body: {
          purposes: options.map(fromOption),
          methods: PAYMENT_METHODS.map((method) =>
            methodOf(context, method, policies.payment, { canBeReached, waits: inFlight.length > 0 }),
          ),
          inProgress: inFlight[0]?.id ?? null,
        },
        headers: {},
      };
    },
  };
}

function fromOption({ purpose, amountCents, minCents, maxCents, modes, explanation, terms }: PaymentOption) {
  return {
    code: purpose,
    ...(amountCents !== undefined && { amount: toSoles(amountCents) }),
    ...(minCents !== undefined && { min: toSoles(minCents) }),
    ...(maxCents !== undefined && { max: toSoles(maxCents) }),
    ...(modes && { modes: [...modes] }),
    explanation,
    ...(terms && { terms: terms.map(presentTerm) }),
  };
}

function methodOf(
  context: PaymentContext,
  method: PaymentMethod,
  policy: PaymentPolicy,
  { canBeReached, waits }: { readonly canBeReached: boolean; readonly waits: boolean },
): PaymentOptionsBody['methods'][number] {
  const rail = railOf(method);
  const { minCents, maxCents } = methodBounds(method, policy);
  const why = obstacleOf(rail, { offered: isOffered(method, context), canBeReached, waits });
  return {
    code: method,
    available: why === undefined,
    confirms: CONFIRMS[rail],
    min: toSoles(minCents),
    max: maxCents === undefined ? null : toSoles(maxCents),
    ...(why && { why }),
  };
}

/** Why a method cannot be used now. A card takes the money at once: not while the outcome of another payment is unknown. */
function obstacleOf(
  rail: PaymentRail,
  { offered, canBeReached, waits }: Readonly<Record<'offered' | 'canBeReached' | 'waits', boolean>>,
): (typeof METHOD_OBSTACLES)[number] | undefined {
  if (!offered) return 'not_offered';
  if (rail !== 'transfer' && !canBeReached) return 'contact_data_missing';
  return rail === 'card' && waits ? 'payment_in_progress' : undefined;
}
