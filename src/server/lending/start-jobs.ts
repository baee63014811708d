import { type RunningJob, repeat, repeatUntilEmpty, together } from '#server/kit/work-queue.ts';
import { complaintsContext, documentsContext, type LendingAppOptions, paymentContext, taxContext } from './app.ts';
import { startApplicationJobs } from './applications/application-jobs.ts';
import { writeMessage } from './clients/message-writer.ts';
import { ensureDocumentById } from './complaints/ensure-document.ts';
import { watchComplaints } from './complaints/watch-complaints.ts';
import type { LendingConfig } from './config.ts';
import { forgetKeptPages } from './desk/kept-pages.ts';
import { forgetFraud } from './fraud/forget-fraud.ts';
import { noChecks } from './gateways/checks/checks.ts';
import { velocityRules } from './gateways/device-risk/velocity-rules.ts';
import { sandboxEmail } from './gateways/email/sandbox-email.ts';
import { smtpEmail } from './gateways/email/smtp-email.ts';
import type { PayoutGateway } from './gateways/payout/payout-gateway.ts';
import { issueDocuments } from './loan-documents/issue-documents.ts';
import { startOutbox } from './messages/dispatch-outbox.ts';
import { forgetMessages } from './messages/forget-messages.ts';
import { watchPrices } from './parameters/watch-prices.ts';
import { startPaymentJobs } from './payments/start-payment-jobs.ts';
import { dispatchDisbursements } from './payouts/disburse.ts';
import { openDestinations } from './payouts/payout-destination.ts';
import { forgetDevices } from './people/forget-devices.ts';
import { forgetTraces } from './people/forget-traces.ts';
import { MESSAGE_VALID_MS } from './people/messages/message-validity.ts';
import { tellOfRefusal } from './people/messages/tell-of-refusal.ts';
import { sealsOf } from './people/person-seal.ts';
import { indexPeople } from './people/store/search-store.ts';
import { watchCodes } from './people/watch-codes.ts';
import { closeDay } from './portfolio/close-day.ts';
import { forgetVisitorRequests } from './privacy/forget-visitor-requests.ts';
import { applyContactChanges } from './profile/apply-contact-changes.ts';
import { closeDueAccounts } from './profile/close-account.ts';
import { createServices, type Services } from './services.ts';
import { openLetterTask } from './staff/task-store.ts';
import { startTaxJobs } from './tax-documents/start-tax-jobs.ts';

/** Complaint terms are counted in days: twice an hour is often enough, even after the sandbox's date has moved. */
const WATCH_MS = 30 * 60_000;
/** A receipt should follow its payment soon; a run without work is a single query. */
const ISSUE_MS = 15_000;

/** Retention is counted in days; the hour does not matter. */
const FORGET_MS = 6 * 3_600_000;

/** Pages that the desk shows again are kept for an hour or a day. */
const FORGET_PAGES_MS = 15 * 60_000;

/** Interval of the check whether a business day has ended, by midnight in Lima or a move of the sandbox's date. */
const DAY_MS = 30_000;

/** A change of contact is applied within a minute after its waiting day. */
const CONTACTS_MS = 20_000;

/** Interval at which payout orders are sent to the bank and their results requested. */
const DISBURSE_MS = 1_000;

/**
 * Starts the background jobs: outbox, payouts, close of business, complaint deadlines and data retention. Any number of
 * instances may run them at once.
 */
export function startLendingJobs(
  options: Omit<LendingAppOptions, 'config'> & { readonly config: LendingConfig },
): RunningJob {
  const { db, clock, log, config } = options;
  const complaints = complaintsContext(options);
  const services = createServices(options);
  const outbox = startOutbox({
    db: db.kysely,
    gateway: config.mail
      ? smtpEmail(config.mail.smtpUrl, config.mail.from)
      : (options.gateways?.sandboxMail ?? sandboxEmail),
    sms: options.gateways?.sms,
    sealOf: sealsOf(db.kysely, options.vault),
    write: (message, now) => writeMessage(services, message, now),
    validMs: MESSAGE_VALID_MS,
    onOwedGivenUp: (letter) => openLetterTask(db.kysely, letter, clock.now()),
    onRefused: (message) => tellOfRefusal({ db: db.kysely, vault: options.vault }, message, clock.now()),
    now: () => clock.now(),
    log,
    async fileOf({ complaintId, document, fileName }) {
      const bytes = await ensureDocumentById(complaints, complaintId, document);
      if (!bytes) throw new Error(`there is no ${document} of complaint ${complaintId}`);
      return { fileName, mediaType: 'application/pdf', bytes };
    },
  });
  const documents = documentsContext(services, options);
  const issue = repeat(ISSUE_MS, log, () => issueDocuments(documents));
  const watch = repeat(WATCH_MS, log, () => watchComplaints(complaints));
  const day = repeat(DAY_MS, log, async () => {
    await services.sandboxClock?.refresh();
    await closeDay(services);
    await closeDueAccounts(services);
    await watchPrices(services);
    await watchCodes(services);
  });
  const contacts = repeat(CONTACTS_MS, log, () => applyContactChanges(services));
  const payout = options.gateways?.payout;
  const disbursements = payout && startDisbursements({ ...services, payout });
  const payments = startPaymentJobs(paymentContext(services, options), payout);
  const forget = repeat(FORGET_MS, log, async () => {
    await forgetDevices({ db: db.kysely, clock, log });
    await forgetTraces({ db: db.kysely, clock });
    await forgetMessages({ db: db.kysely, clock, log, validMs: MESSAGE_VALID_MS });
    await forgetVisitorRequests({ db: db.kysely, clock });
    await forgetFraud(services);
  });
  const search = repeat(FORGET_MS, log, () => indexPeople(db, options.vault));
  const pages = repeat(FORGET_PAGES_MS, log, () => forgetKeptPages(services));
  const deviceRisk = options.gateways?.deviceRisk ?? velocityRules;
  const checks = options.gateways?.checks ?? noChecks;
  const applications = startApplicationJobs({ ...services, ...documents, deviceRisk, checks });
  const tax = startTaxJobs({ ...taxContext(services, options), ...documents });
  const jobs = [outbox, contacts, watch, search, forget, pages, issue, day, payments, tax, ...applications];
  return together(disbursements ? [...jobs, disbursements] : jobs);
}

/** Sends signed orders, again without a pause while there are more. */
function startDisbursements(services: Services & { readonly payout: PayoutGateway }): RunningJob {
  const { db, vault, log } = services;
  const context = { ...services, openDestination: openDestinations(db.kysely, vault) };
  return repeatUntilEmpty(DISBURSE_MS, log, (isStopped) => dispatchDisbursements(context, isStopped));
}
