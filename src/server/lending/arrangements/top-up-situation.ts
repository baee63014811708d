import type { Kysely } from 'kysely';
import { type CalendarDate, daysBetween } from '#loan/calendar.ts';
import { isDisbursed, type Standing } from '#loan/loan.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { DueGroup } from '#loan/obligation.ts';
import { isOffered } from '#loan/product.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import {
  principalAvailable,
  type TopUpPrices,
  type TopUpRefusal,
  type TopUpState,
  topUpRefusal,
} from '#loan/top-up.ts';
import { ratesOf } from '#loan/tranche.ts';
import type { Tables } from '#server/kit/tables.ts';
import { openFlagsOf } from '#server/lending/fraud/fraud-flag-store.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { readTrustStanding } from '#server/lending/loans/record-trust.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { isExtensionPending } from './extend-loan.ts';
import { hasExpired, readLastTopUp, type TopUpRequest } from './top-up-store.ts';

/** The answer to whether a loan may be topped up now, by how much, and what is already on its way (domain 2.15). */
export interface TopUpSituation {
  readonly status: TopUpState;
  /** The request, while it is on its way. */
  readonly request: TopUpRequest | undefined;
  /** Undefined when a top-up may be asked for. */
  readonly refusal: TopUpRefusal | 'loan-not-disbursed' | 'under-review' | PriceRefusal | undefined;
  /** The prices of a top-up agreed today; absent when none may be agreed today at any price. */
  readonly prices: TopUpPrices | undefined;
  /** In whole steps. */
  readonly availableCents: Cents;
  /** To the due date, which is the top-up's too. */
  readonly termDays: number;
}

/** The reason why no top-up is sold today to anybody: the day has no cap, or the price is above it. */
export type PriceRefusal = 'parameter-missing' | 'rate-cap-changed';

const NOTHING = {
  status: 'NONE',
  request: undefined,
  prices: undefined,
  availableCents: cents(0),
  termDays: 0,
} as const;

export async function topUpSituation(
  db: Kysely<Tables>,
  snapshot: LoanSnapshot,
  parameters: ParametersInForce,
): Promise<TopUpSituation> {
  const { loan, day, now } = snapshot;
  const policies = parameters.policies();
  if (!isDisbursed(loan)) return { ...NOTHING, refusal: 'loan-not-disbursed' };
  const standing = standingOn(loan, day);
  const request = loan.topUp && (await readLastTopUp(db, snapshot.id));
  // An expired request no longer counts, even before the job has withdrawn it.
  const isOver = loan.topUp?.status === 'ORIGINATED' && request !== undefined && hasExpired(request, day.date, now);
  const status: TopUpState = loan.topUp && !isOver ? loan.topUp.status : 'NONE';
  const trust = await readTrustStanding(db, snapshot.personId, { today: day.date, settings: policies.trust });
  const levelLimit = trust.level.maxSinglePayCents;
  const refusal = topUpRefusal(standing, {
    isPerforming: statusOf(standing) === 'PERFORMING',
    // One that waits for its signature is replaced by another amount (domain 2.15).
    inProgress: status === 'DISBURSING',
    extensionPending: await isExtensionPending(db, snapshot),
    wasLate: await wasEverLate(db, snapshot.id),
    levelLimit,
  });
  const prices = topUpPricesToday(parameters);
  const isPriced = typeof prices === 'object';
  return {
    status,
    request: status === 'NONE' ? undefined : request,
    refusal: refusal ?? (isPriced ? await underReview(db, snapshot) : prices),
    prices: isPriced ? prices : undefined,
    availableCents: wholeSteps(standing, principalAvailable(standing, levelLimit)),
    termDays: Math.max(0, daysBetween(day.date, dueDateOf(standing))),
  };
}

/**
 * Tells whether people must decide first, because new credit is held under a flag of fraud (decision 0146). The client
 * must not be told which flag it is.
 */
async function underReview(db: Kysely<Tables>, { personId }: LoanSnapshot): Promise<'under-review' | undefined> {
  return (await openFlagsOf(db, personId)).length > 0 ? 'under-review' : undefined;
}

/**
 * Prices a top-up by the prices and the legal maximum of today, whatever the contract says, because it is a new credit
 * (decision 0110).
 */
export function topUpPricesToday(parameters: ParametersInForce): TopUpPrices | PriceRefusal {
  const { pricing } = parameters;
  if (pricing.kind === 'refused') return 'parameter-missing';
  const { singlePayProduct } = pricing.settings[2];
  if (!isOffered(singlePayProduct)) return 'rate-cap-changed';
  const { loan: policy, topUpFees: fees } = parameters.policies();
  return { fees, rates: ratesOf({ pricing: singlePayProduct.pricing, policy }) };
}

function wholeSteps({ terms }: Standing, available: Cents): Cents {
  const { stepCents } = terms.policy.topUp;
  return cents(Math.floor(available / stepCents) * stepCents);
}

function dueDateOf({ groups }: Standing): CalendarDate {
  return (groups[0] as DueGroup).dueDate;
}

async function wasEverLate(db: Kysely<Tables>, loanId: string): Promise<boolean> {
  const row = await db
    .selectFrom('loan_event')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('to_status', 'in', ['PAST_DUE', 'DEFAULTED'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
