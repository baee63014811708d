import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { calendarDate } from '#loan/calendar.ts';
import { benefitsOfLevel, type LevelBenefits } from '#loan/personal-settings.ts';
import { isOffered, type Product } from '#loan/product.ts';
import { type TrustLevel, trustLevelName, waysToEarn } from '#loan/trust-level.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { PricingInForce } from '#server/lending/parameters/parameters.ts';
import { readTrustStanding } from './record-trust.ts';
import { countPaidLoans } from './store/loan-store.ts';
import type { LoanServices } from './with-loan.ts';

export function getTrustLevelRoute(services: LoanServices): Route<typeof getTrustLevel> {
  return {
    endpoint: getTrustLevel,
    async answer({ client }) {
      const { db, clock } = services;
      const parameters = await services.parameters.inForce();
      const { trust: settings } = parameters.policies();
      const at = { today: calendarDate(clock.businessDate()), settings };
      const standing = await readTrustStanding(db.kysely, client.personId, at);
      const { level, points, next, history } = standing;
      const isFirstLoan = (await countPaidLoans(db.kysely, client.personId)) === 0;
      const body = {
        level: level.level,
        name: trustLevelName(level),
        points,
        fromPoints: Number.isFinite(level.fromPoints) ? level.fromPoints : null,
        next: next
          ? { level: next.level.level, pointsNeeded: next.pointsNeeded, how: waysToEarn(standing, settings) }
          : null,
        isFirstLoan,
        benefits: benefitsToday(parameters.pricing, level, isFirstLoan),
        history: history.map(({ date, event, delta, loanNumber }) => ({
          date,
          event,
          delta,
          ...(loanNumber !== undefined && { loanNumber }),
        })),
      };
      return { kind: 'ok', body, headers: {} };
    },
  };
}

/**
 * Lists what the client can have today; what gives nothing is not told, and on a day without prices there is nothing.
 */
function benefitsToday(pricing: PricingInForce, level: TrustLevel, isFirstLoan: boolean) {
  if (pricing.kind === 'refused') return [];
  const { maxSinglePay, techFeeDiscountPercent } = isFirstLoan
    ? firstLoanOf(pricing.settings[1].singlePayProduct)
    : benefitsOfLevel(pricing.settings[2], level);
  return [
    { code: 'MAX_SINGLE_PAY' as const, value: maxSinglePay },
    { code: 'TECH_FEE_DISCOUNT' as const, value: techFeeDiscountPercent },
  ].filter(({ value }) => value > 0);
}

function firstLoanOf(single: Product): LevelBenefits {
  return { maxSinglePay: isOffered(single) ? single.maxAmount : 0, techFeeDiscountPercent: 0 };
}
