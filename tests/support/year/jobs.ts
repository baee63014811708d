import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { issueSignedContracts } from '#server/lending/applications/issue-signed-contract.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import { writeMessage } from '#server/lending/clients/message-writer.ts';
import { forgetKeptPages } from '#server/lending/desk/kept-pages.ts';
import { forgetFraud } from '#server/lending/fraud/forget-fraud.ts';
import { noChecks } from '#server/lending/gateways/checks/checks.ts';
import { velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { dispatchOutbox, type OutboxOptions } from '#server/lending/messages/dispatch-outbox.ts';
import { forgetMessages } from '#server/lending/messages/forget-messages.ts';
import { watchPrices } from '#server/lending/parameters/watch-prices.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { expirePayments, queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { forgetDevices } from '#server/lending/people/forget-devices.ts';
import { forgetTraces } from '#server/lending/people/forget-traces.ts';
import { MESSAGE_VALID_MS } from '#server/lending/people/messages/message-validity.ts';
import { tellOfRefusal } from '#server/lending/people/messages/tell-of-refusal.ts';
import { sealsOf } from '#server/lending/people/person-seal.ts';
import { indexPeople } from '#server/lending/people/store/search-store.ts';
import { watchCodes } from '#server/lending/people/watch-codes.ts';
import { closeDay } from '#server/lending/portfolio/close-day.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { closeDueAccounts } from '#server/lending/profile/close-account.ts';
import { openLetterTask } from '#server/lending/staff/task-store.ts';
import { issueTaxDocuments } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { issueTaxPapers } from '#server/lending/tax-documents/issue-tax-papers.ts';
import { sendTaxDocuments } from '#server/lending/tax-documents/send-tax-documents.ts';
import { makeTaxSummaries, sendTaxSummaries } from '#server/lending/tax-documents/send-tax-summaries.ts';
import { watchTax } from '#server/lending/tax-documents/watch-tax.ts';
import { type Company, note } from './company.ts';

/** More rounds than any queue has work for: what comes again at once would never end. */
const MOST_ROUNDS = 200;

async function untilEmpty(round: () => Promise<number>): Promise<void> {
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) if ((await round()) === 0) return;
  throw new Error('a queue does not become empty');
}

/** One round of each of the product's jobs of seconds, one after another, when time has passed. */
export async function quickJobs(company: Company): Promise<void> {
  const { contexts, loans } = company;
  await scoreApplications(scoring(company));
  await advanceApplications(contexts.services);
  await untilEmpty(() => readWebhooks(contexts.payments));
  await untilEmpty(() => queryPayments(contexts.payments));
  await expirePayments(contexts.payments);
  await untilEmpty(() => dispatchDisbursements(loans.context));
  await untilEmpty(() => dispatchRefunds(loans.context));
  await untilEmpty(() => dispatchOutbox(outboxOf(company)));
}

/** The product's jobs of a day, on its first morning. */
export async function morningJobs(company: Company): Promise<void> {
  const { contexts } = company;
  const { failed } = await closeDay(contexts.services);
  if (failed.length > 0) throw new Error(`the day was not closed for ${failed.join(', ')}`);
  await closeDueAccounts(contexts.services);
  await applyContactChanges(contexts.services);
  await watchPrices(contexts.services);
  await watchCodes(contexts.services);
  await issueTaxDocuments(contexts.tax);
  await makeTaxSummaries(contexts.tax);
  await untilEmpty(async () => (await sendTaxDocuments(contexts.tax)) + (await sendTaxSummaries(contexts.tax)));
  await watchTax(contexts.tax);
}

/** Closes a day that is closed: it finds nothing to do (P20). */
export async function closeAgain({ contexts }: Company): Promise<void> {
  const again = await closeDay(contexts.services);
  const changes = Object.values(again.steps).filter((count) => count > 0);
  if (again.closed > 0 || changes.length > 0) throw new Error(`a day closed twice: ${JSON.stringify(again)}`);
}

/** Jobs that print papers, and those that forget: every few days, because to draw a paper is most of the work. */
export async function slowJobs(company: Company): Promise<void> {
  const { contexts, db, clock, vault } = company;
  const { services, documents } = contexts;
  const papers = await issueDocuments(documents);
  if (papers.failed.length > 0) throw new Error(`no papers for ${papers.failed.join(', ')}`);
  await issueSignedContracts(scoring(company));
  await issueTaxPapers({ ...services, siteUrl: contexts.siteUrl });
  const { log } = services;
  await forgetDevices({ db: db.kysely, clock, log });
  await forgetTraces({ db: db.kysely, clock });
  await forgetMessages({ db: db.kysely, clock, log, validMs: MESSAGE_VALID_MS });
  await forgetFraud(services);
  await forgetKeptPages(services);
  await indexPeople(db, vault);
}

function scoring({ contexts }: Company) {
  return { ...contexts.services, ...contexts.documents, deviceRisk: velocityRules, checks: noChecks };
}

/** Letters and text messages that arrive, but for one in fifty that is lost on its way. */
function outboxOf(company: Company): OutboxOptions {
  const { db, vault, clock, contexts, luck } = company;
  const deliver = (what: string) => async () => {
    if (luck.happens(0.02)) {
      note(company, `${what} lost`);
      throw new Error('the connection was lost');
    }
    note(company, `${what} sent`);
  };
  return {
    db: db.kysely,
    gateway: { send: deliver('letter') },
    sms: { send: deliver('text message') },
    sealOf: sealsOf(db.kysely, vault),
    write: (message, now) => writeMessage(contexts.services, message, now),
    validMs: MESSAGE_VALID_MS,
    onOwedGivenUp: (letter) => openLetterTask(db.kysely, letter, clock.now()),
    onRefused: (message) => tellOfRefusal({ db: db.kysely, vault }, message, clock.now()),
    now: () => clock.now(),
    log: contexts.services.log,
    fileOf: () => Promise.reject(new Error('no letter of the year has a file')),
  };
}
