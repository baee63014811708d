/** The states of the calculator screen: it shows exactly one (product-spec §2). */
export const CALCULATOR_STATES = [
  'new-client',
  'loan-pending',
  'additional-loan',
  'rejected',
  'limit-reached',
  'due',
  'top-up-pending',
  'flex-notice',
  'payment-plan-notice',
] as const;
export type CalculatorState = (typeof CALCULATOR_STATES)[number];

/** The state of the client's top-up; null without one. */
export type TopUpStatus = 'ORIGINATED' | 'DISBURSING' | null;

/** The input: the active loan and the application. */
export interface ClientSituation {
  readonly loan?: { readonly status: string; readonly topUpStatus: TopUpStatus } | undefined;
  readonly topUpAvailable: boolean;
  /** The application's status; undefined without an application. */
  readonly applicationStatus?: string | undefined;
}

/**
 * Chooses the state of the calculator screen: the active loan decides first, the application only when no loan is
 * active (product-spec §4, both tables). A status outside the loan table (PAID, WRITTEN_OFF) does not count as an
 * active loan (design §8). A visitor has neither and sees the new-client calculator.
 */
export function calculatorState({ loan, topUpAvailable, applicationStatus }: ClientSituation): CalculatorState {
  switch (loan?.status) {
    case 'ORIGINATED':
    case 'PERFORMING':
      if (!topUpAvailable) return 'limit-reached';
      return loan.topUpStatus === 'DISBURSING' ? 'top-up-pending' : 'additional-loan';
    case 'PAST_DUE':
    case 'DEFAULTED':
      return 'due';
    case 'DISBURSMENT_FAILED':
    case 'VOIDED':
      return 'new-client';
    case 'DISBURSING':
      return 'loan-pending';
    case 'FLEX':
      return 'flex-notice';
    case 'PAYMENT_PLAN':
      return 'payment-plan-notice';
    default:
      return stateOfApplication(applicationStatus);
  }
}

function stateOfApplication(status: string | undefined): CalculatorState {
  switch (status) {
    case 'REJECTED':
      return 'rejected';
    case 'PENDING':
    case 'APPROVED':
    case 'ISSUING_LOAN':
      return 'loan-pending';
    default:
      return 'new-client';
  }
}
