import { type RunningJob, repeat, repeatUntilEmpty, together } from '#server/kit/work-queue.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { issueTaxDocuments, type TaxContext } from './issue-tax-documents.ts';
import { issueTaxPapers } from './issue-tax-papers.ts';
import { sendTaxDocuments, type TaxSendingContext } from './send-tax-documents.ts';
import { makeTaxSummaries, sendTaxSummaries } from './send-tax-summaries.ts';
import { watchTax } from './watch-tax.ts';

/** A day is documented once it is over; a round without work is a single query. */
const ISSUE_MS = 30_000;
const SEND_MS = 10_000;
const WATCH_MS = 30 * 60_000;

/**
 * Starts the jobs of tax documents: days that are over are documented and printed, what was issued is sent, and what has
 * no answer is told. Any number of instances may run them at once.
 */
export function startTaxJobs(context: TaxContext & TaxSendingContext & Pick<LendingContext, 'siteUrl'>): RunningJob {
  const { log } = context;
  return together([
    repeat(ISSUE_MS, log, async () => {
      await issueTaxDocuments(context);
      await issueTaxPapers(context);
    }),
    repeat(ISSUE_MS, log, () => makeTaxSummaries(context)),
    repeatUntilEmpty(
      SEND_MS,
      log,
      async (isStopped) => (await sendTaxDocuments(context, isStopped)) + (await sendTaxSummaries(context, isStopped)),
    ),
    repeat(WATCH_MS, log, () => watchTax(context)),
  ]);
}
