import { complaintsContext, documentsContext, type LendingAppOptions } from '../app.ts';
import type { LendingConfig } from '../config.ts';
import { sandboxEmail } from '../gateways/email/sandbox-email.ts';
import { smtpEmail } from '../gateways/email/smtp-email.ts';
import { createServices } from '../services.ts';
import { ensureDocumentById } from '../workflows/ensure-document.ts';
import { type RunningJob, repeat, startOutbox } from './dispatch-outbox.ts';
import { forgetDevices } from './forget-devices.ts';
import { issueDocuments } from './issue-documents.ts';
import { watchComplaints } from './watch-complaints.ts';

/** Complaints are counted in days: twice an hour is often enough, also after a move of the sandbox's date. */
const WATCH_MS = 30 * 60_000;
/** A receipt is there soon after the payment; a look that finds nothing is one query. */
const ISSUE_MS = 15_000;

/** A device is forgotten on a day, at whatever hour. */
const FORGET_MS = 6 * 3_600_000;

/** What runs beside the API: the outbox, the legal clock and what has to be forgotten. Any number of copies may run them at once. */
export function startLendingJobs(
  options: Omit<LendingAppOptions, 'config'> & { readonly config: LendingConfig },
): RunningJob {
  const { db, clock, log, config } = options;
  const complaints = complaintsContext(options);
  const outbox = startOutbox({
    db: db.kysely,
    gateway: config.mail ? smtpEmail(config.mail.smtpUrl, config.mail.from) : sandboxEmail,
    now: () => clock.now(),
    log,
    async fileOf({ complaintId, document, fileName }) {
      const bytes = await ensureDocumentById(complaints, complaintId, document);
      if (!bytes) throw new Error(`there is no ${document} of complaint ${complaintId}`);
      return { fileName, mediaType: 'application/pdf', bytes };
    },
  });
  const papers = documentsContext(createServices(options), options);
  const issue = repeat(ISSUE_MS, log, async () => void (await issueDocuments(papers)));
  const watch = repeat(WATCH_MS, log, async () => void (await watchComplaints(complaints)));
  const forget = repeat(FORGET_MS, log, async () => void (await forgetDevices({ db: db.kysely, clock, log })));
  return {
    async stop() {
      await Promise.all([outbox.stop(), watch.stop(), forget.stop(), issue.stop()]);
    },
  };
}
