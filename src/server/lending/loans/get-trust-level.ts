import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { calendarDate } from '#loan/calendar.ts';
import { toSoles } from '#loan/money.ts';
import { trustLevelName, waysToEarn } from '#loan/trust-level.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { policiesOf } from './loan-snapshot.ts';
import { readTrustStanding } from './record-trust.ts';
import type { LoanServices } from './with-loan.ts';

export function getTrustLevelRoute(services: LoanServices): Route<typeof getTrustLevel> {
  return {
    endpoint: getTrustLevel,
    async answer({ client }) {
      const { db, clock } = services;
      const { trust: settings } = await policiesOf(services);
      const at = { today: calendarDate(clock.businessDate()), now: clock.now(), settings };
      const standing = await readTrustStanding(db.kysely, client.personId, at);
      const { level, points, next, history } = standing;
      const body = {
        level: level.level,
        name: trustLevelName(level),
        points,
        fromPoints: Number.isFinite(level.fromPoints) ? level.fromPoints : null,
        next: next
          ? { level: next.level.level, pointsNeeded: next.pointsNeeded, how: waysToEarn(standing, settings) }
          : null,
        benefits: [
          { code: 'MAX_SINGLE_PAY' as const, value: toSoles(level.maxSinglePayCents) },
          { code: 'TECH_FEE_DISCOUNT' as const, value: level.techFeeDiscountPercent },
        ],
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
