import { type FlexPayBody, getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { nextMinimumTerms, payoffTerms, settlementTerms } from '#loan/explanation.ts';
import { type FlexSettings, flexIneligibility, flexPaidSoFar, nextMinimum, settlementOffer } from '#loan/flex-pay.ts';
import { daysPastDue } from '#loan/lateness.ts';
import { isDisbursed, type Standing } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { type LoanSnapshot, policiesOf, readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { presentTerm } from '#server/lending/loans/present-term.ts';
import { flexSituation } from '../flex-eligibility.ts';
import { offerFlex } from '../flex-offer.ts';

const REASONS = {
  'loan-not-active': 'loan_not_active',
  'not-late-enough': 'not_late_enough',
  'already-on-flex': 'already_on_flex',
} as const;

export function getFlexPayRoute(services: ArrangementContext): Route<typeof getFlexPay> {
  return {
    endpoint: getFlexPay,
    async answer({ client }) {
      const { flex: settings } = await policiesOf(services);
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      return { kind: 'ok', body: await bodyOf(services, snapshot, settings), headers: {} };
    },
  };
}

async function bodyOf(
  services: ArrangementContext,
  snapshot: LoanSnapshot | undefined,
  settings: FlexSettings,
): Promise<FlexPayBody> {
  if (!snapshot) return none('no_active_loan', settings);
  const { loan, day } = snapshot;
  if (!isDisbursed(loan)) return none('loan_not_active', settings);
  const standing = standingOn(loan, day);
  if (standing.flex && !standing.flex.endedOn) return running(standing, settings);
  const situation = {
    ...(await flexSituation(services.db.kysely, snapshot)),
    status: statusOf(standing),
    daysPastDue: daysPastDue(standing.groups, day, loan.terms.policy.late),
  };
  const reason = flexIneligibility(situation, settings);
  return reason ? none(REASONS[reason], settings) : offerFlex(loan.number, standing, settings);
}

function none(reason: NonNullable<FlexPayBody['reason']>, { minPaymentCents }: FlexSettings): FlexPayBody {
  return {
    eligible: false,
    reason,
    offerId: null,
    status: null,
    balance: null,
    terms: [],
    paidSoFar: 0,
    minPayment: toSoles(minPaymentCents),
    minMonthly: null,
    nextMinimum: null,
    finalDate: null,
    settlement: null,
  };
}

function running(standing: Standing, settings: FlexSettings): FlexPayBody {
  const flex = standing.flex as NonNullable<Standing['flex']>;
  const { terms, status } = flex;
  const next = nextMinimum(standing) ?? null;
  const settlement = settlementOffer(standing, settings);
  return {
    eligible: false,
    reason: 'already_on_flex',
    offerId: null,
    status: status === 'AT_RISK' ? 'AT_RISK' : 'ACTIVE',
    balance: toSoles(terms.balanceCents),
    terms: payoffTerms(standing).map(presentTerm),
    paidSoFar: toSoles(flexPaidSoFar(standing, terms)),
    minPayment: toSoles(terms.minPaymentCents),
    minMonthly: toSoles(terms.minMonthlyCents),
    nextMinimum: next && {
      date: next.date,
      amount: toSoles(next.amountCents),
      terms: nextMinimumTerms(standing).map(presentTerm),
    },
    finalDate: terms.finalDate,
    settlement: settlement
      ? {
          amount: toSoles(settlement.amountCents),
          discount: toSoles(settlement.discountCents),
          validUntil: standing.date,
          terms: settlementTerms(standing, settings).map(presentTerm),
        }
      : null,
  };
}
