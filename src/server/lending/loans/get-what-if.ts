import { getWhatIf, MAX_LATE_DAYS, type ScenarioBody } from '#api/endpoints/loans/get-what-if.ts';
import type { FieldError } from '#api/errors.ts';
import { isDisbursed } from '#loan/loan.ts';
import { type Cents, fromSoles, toSoles } from '#loan/money.ts';
import { type Scenario, type WhatIf, whatIf } from '#loan/what-if.ts';
import { invalidFields, notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { snapshotOf } from './loan-snapshot.ts';
import { presentTerm } from './present-term.ts';
import { readLoan } from './store/loan-store.ts';

/** A week and a half: late enough to hurt, early enough to happen. */
const LATE_DAYS = 10;

export function getWhatIfRoute(
  services: Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'parameters'>,
): Route<typeof getWhatIf> {
  return {
    endpoint: getWhatIf,
    async answer({ params, query, client }) {
      const stored = await readLoan(services.db.kysely, { number: params.number, personId: client.personId });
      if (!stored) return notFound();
      const lateDays = query.lateDays === undefined ? LATE_DAYS : Number(query.lateDays);
      if (lateDays < 1 || lateDays > MAX_LATE_DAYS) return outOfRange('lateDays');
      const prepayCents = query.prepay === undefined ? undefined : fromSoles(Number(query.prepay));
      const { loan, day } = await snapshotOf(services, stored);
      const parameters = await services.parameters.inForce();
      const { extensionFees, payment } = parameters.policies();
      const minPaymentCents = payment.minCents;
      const asked = {
        lateDays,
        prepayCents,
        extensionFees,
        capPercent: parameters.capPercent,
        topUpInProgress: loan.topUp !== undefined,
        minPaymentCents,
      };
      const found = isDisbursed(loan) ? whatIf(loan, day, asked) : undefined;
      if (isOutside(prepayCents, found?.prepay)) return outOfRange('prepay');
      return { kind: 'ok', body: found ? present(found) : nothing(day.date), headers: {} };
    },
  };
}

function isOutside(amount: Cents | undefined, bounds: WhatIf['prepay']): boolean {
  return amount !== undefined && (!bounds || amount < bounds.minCents || amount > bounds.maxCents);
}

function outOfRange(field: 'lateDays' | 'prepay') {
  const wrong: FieldError = { field, code: 'out_of_range' };
  return invalidFields([wrong]);
}

function nothing(date: string) {
  return { date, principal: 0, comparedTo: 'today' as const, daysPastDue: 0, scenarios: [], prepay: null };
}

function present({ date, principalCents, comparedTo, daysPastDue, scenarios, prepay }: WhatIf) {
  return {
    date,
    principal: toSoles(principalCents),
    comparedTo,
    daysPastDue,
    scenarios: scenarios.map(presentScenario),
    prepay: prepay ? { min: toSoles(prepay.minCents), max: toSoles(prepay.maxCents) } : null,
  };
}

function presentScenario({ kind, days, date, terms, nowTerms, ...amounts }: Scenario): ScenarioBody {
  return {
    kind,
    days: days ?? null,
    date,
    now: toSoles(amounts.nowCents),
    total: toSoles(amounts.totalCents),
    cost: toSoles(amounts.costCents),
    difference: toSoles(amounts.differenceCents),
    terms: terms.map(presentTerm),
    nowTerms: nowTerms.map(presentTerm),
  };
}
