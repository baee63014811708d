import type { ProfileState } from '#api/application-body.ts';
import type { CallResult } from '#api/call.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import type { LoanBody } from '#api/loan-body.ts';
import { createLoadedFrom, type Reading } from '#client-area/data/loaded.store.ts';
import { type CalculatorState, calculatorState } from '#loan/calculator-state.ts';
import { type CalculatorMode, calculatorMode } from '#loan/client-type.ts';
import { refreshProfileState } from '#stores/profile-state.ts';
import { request } from '#stores/protected-call.ts';
import { $accessToken } from '#stores/session.ts';

/** The client's situation that the calculator shows, with the data it needs. */
export interface Situation {
  readonly state: CalculatorState;
  readonly mode: CalculatorMode;
  readonly loan: LoanBody | null;
  readonly application: ProfileState['application'];
}

/** Makes the calls that decide (product-spec §4): the active loan, the profile state, and how many loans were paid. */
export function createSituation() {
  return createLoadedFrom(look);
}

async function look(reading: Reading): Promise<CallResult<Situation>> {
  if (!$accessToken.get()) return { kind: 'ok', value: situationOf(undefined, undefined, undefined) };
  const [active, state, profile] = await Promise.all([
    request(getActiveLoan, {}, reading),
    refreshProfileState(),
    request(getProfile, { query: {} }, reading),
  ]);
  if (active.kind !== 'ok') return active;
  if (state.kind !== 'ok') return state;
  if (profile.kind !== 'ok') return profile;
  return { kind: 'ok', value: situationOf(active.value, state.value.application, profile.value) };
}

function situationOf(
  active: { readonly topUpAvailable: boolean; readonly loan: LoanBody | null } | undefined,
  application: ProfileState['application'] | undefined,
  profile: { readonly paidLoanCount: number } | undefined,
): Situation {
  const loan = active?.loan ?? null;
  const topUpAvailable = active?.topUpAvailable ?? false;
  const applicationStatus = application?.status;
  const state = calculatorState({ topUpAvailable, applicationStatus, ...(loan && { loan }) });
  // A landing host shows its two ways in without this screen.
  const mode = calculatorMode(profile, { isLanding: false });
  return { state, mode, loan, application: application ?? null };
}
