import { getPaymentPlanSettings } from '#api/endpoints/arrangements/get-payment-plan-settings.ts';
import { calendarDate } from '#loan/calendar.ts';
import { toSoles } from '#loan/money.ts';
import { allowedDates, type PlanIneligibility } from '#loan/payment-plan.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { policiesOf, readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { itemBounds, planEligibility } from '../plan-eligibility.ts';

const REASONS = {
  'loan-not-late': 'loan_not_late',
  'already-on-a-plan': 'already_on_a_plan',
  'too-many-broken-plans': 'too_many_broken_plans',
  'nothing-to-pay': 'nothing_to_pay',
  'too-little-to-pay': 'too_little_to_pay',
} as const satisfies Record<PlanIneligibility, string>;

export function getPaymentPlanSettingsRoute(services: ArrangementContext): Route<typeof getPaymentPlanSettings> {
  return {
    endpoint: getPaymentPlanSettings,
    async answer({ client }) {
      const { plan: settings } = await policiesOf(services);
      const { db, clock, calendar } = services;
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      const eligibility = snapshot && (await planEligibility(db.kysely, snapshot, settings));
      const day = snapshot?.day ?? {
        date: calendarDate(clock.businessDate()),
        calendar: await calendar.days(db.kysely),
      };
      const { minItems, itemStep, minPaymentCents, channels } = settings;
      const body = {
        minItems,
        ...itemBounds(settings, eligibility),
        itemStep,
        allowedDates: allowedDates(day, settings),
        eligible: eligibility !== undefined && eligibility.reason === undefined,
        reason: eligibility ? (eligibility.reason ? REASONS[eligibility.reason] : null) : ('no_active_loan' as const),
        minPayment: toSoles(minPaymentCents),
        channels: [...channels],
      };
      return { kind: 'ok', body, headers: {} };
    },
  };
}
