import { type RunningJob, repeat } from '#server/kit/work-queue.ts';
import type { DeviceRisk } from '#server/lending/gateways/device-risk/device-risk.ts';
import { advanceApplications } from './advance-applications.ts';
import { issueSignedContracts } from './issue-signed-contract.ts';
import type { AgreementContext } from './prepare-agreement.ts';
import { scoreApplications } from './score-application.ts';

/** A client who has sent the last step waits for this. */
const SCORE_MS = 1_000;
/** Deadlines are hours and days; a move of the sandbox's date should be seen soon. */
const KEEP_MS = 15_000;

/** The background jobs of applications. Any number of processes may run them. */
export function startApplicationJobs(context: AgreementContext & { readonly deviceRisk: DeviceRisk }): RunningJob[] {
  const { log } = context;
  return [
    repeat(SCORE_MS, log, () => scoreApplications(context)),
    repeat(KEEP_MS, log, async () => {
      await advanceApplications(context);
      await issueSignedContracts(context);
    }),
  ];
}
