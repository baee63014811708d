import { expect } from 'vitest';
import type { ProfileState } from '#api/application-body.ts';
import { getProfileState } from '#api/endpoints/get-profile-state.ts';
import { sendInquiry } from '#api/endpoints/send-inquiry.ts';
import { submitDeviceStep } from '#api/endpoints/submit-device-step.ts';
import { submitFinancialStep } from '#api/endpoints/submit-financial-step.ts';
import { submitPersonalStep } from '#api/endpoints/submit-personal-step.ts';
import { cciCheckDigits } from '#api/field-rules/bank-account.ts';
import type { ApplicationStage } from '#loan/application.ts';
import { createLog } from '#server/kit/log.ts';
import type { DeviceRisk } from '#server/lending/gateways/device-risk/device-risk.ts';
import { velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import { createServices } from '#server/lending/services.ts';
import { type ScoringContext, scoreApplications } from '#server/lending/workflows/score-application.ts';
import { aFinancialStep, aPersonalStep } from './application-form.ts';
import { aBorrower, type Borrower, type BorrowerOptions } from './borrower.ts';
import { acceptedBody, callEndpoint, type TestLending } from './lending-app.ts';

/** S/ 500 for 30 days: EX1. */
export const EX1_INQUIRY = { singlePayInquiry: { amount: 500, term: 30, productId: 1 } };
export const NO_PICTURES = {
  blackbox: 'b'.repeat(64),
  blackboxState: 'ok',
  deviceConsent: true,
  identity: {},
} as const;

/** What the job that decides works with; the rules alone judge devices unless told. */
export function scoringContext(lending: TestLending, deviceRisk: DeviceRisk = velocityRules): ScoringContext {
  const { db, vault, clock } = lending;
  const config = { sandbox: false, production: false, trustedProxies: 0 };
  const log = createLog({ level: 'silent', name: 'test' });
  return { ...createServices({ db, vault, clock, log, config, parameterMaxAgeMs: 0 }), deviceRisk };
}

export interface ApplicantOptions extends BorrowerOptions {
  readonly inquiry?: unknown;
  readonly personal?: Readonly<Record<string, unknown>>;
  readonly financial?: Readonly<Record<string, unknown>>;
  readonly device?: unknown;
}

/** The stages a client gets to by writing alone, and then by the engine. */
type Reachable = Extract<
  ApplicationStage,
  'PERSONAL' | 'FINANCIAL' | 'DEVICE' | 'SCORING' | 'OFFER' | 'MANUAL_REVIEW' | 'REJECTED' | 'INFO_MISSING'
>;

/** Nobody shares a name or an account with anybody by accident: that is what the rules look for. */
function ownDetails({ documentNumber }: Borrower) {
  const letters = [...documentNumber].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  const first = `002191${documentNumber.padStart(12, '0')}`;
  return { lastName2: `Ñ${letters}`, cci: `${first}${cciCheckDigits(first)}` };
}

/** Somebody who has applied and come as far as told, over HTTP like everybody. */
export async function anApplicant(
  lending: TestLending,
  stage: Reachable,
  options: ApplicantOptions = {},
): Promise<Borrower> {
  const { inquiry = EX1_INQUIRY, personal, financial, device = NO_PICTURES, ...person } = options;
  const applicant = await aBorrower(lending, person);
  const { headers } = applicant;
  const { lastName2, cci } = ownDetails(applicant);
  const steps = [
    () => callEndpoint(lending, sendInquiry, { headers, body: inquiry }),
    () => callEndpoint(lending, submitPersonalStep, { headers, body: aPersonalStep({ lastName2, ...personal }) }),
    () => callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep({ cci, ...financial }) }),
    () => callEndpoint(lending, submitDeviceStep, { headers, body: device }),
    () => scoreApplications(scoringContext(lending)),
  ];
  const count = { PERSONAL: 1, FINANCIAL: 2, DEVICE: 3, SCORING: 4 }[stage as string] ?? 5;
  for (const step of steps.slice(0, count)) {
    const answer = await step();
    if (typeof answer === 'object' && answer.kind === 'refused') throw new Error(JSON.stringify(answer.body));
  }
  expect((await stateOf(lending, applicant)).application?.stage).toBe(stage);
  return applicant;
}

/** Where somebody stands. */
export async function stateOf(lending: TestLending, { headers }: Pick<Borrower, 'headers'>): Promise<ProfileState> {
  return acceptedBody(await callEndpoint(lending, getProfileState, { headers }));
}
