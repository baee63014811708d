import type { BankCalendar } from '#loan/business-days.ts';
import { addDays, type CalendarDate, calendarDate, laterOf } from '#loan/calendar.ts';
import { isDisbursed } from '#loan/loan.ts';
import { sum } from '#loan/money.ts';
import { nextTaxDay, type TaxedLine, taxChange, taxedLinesOwed } from '#loan/taxed-lines.ts';
import { type SigningKey, signXml } from '#server/kit/sign-xml.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { Provider } from '#server/lending/documents/document-head.ts';
import { asKnownOn, type LoanHistory, readHistories } from '#server/lending/loans/loans-as-known.ts';
import { lockLoan } from '#server/lending/loans/store/loan-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { TaxPolicy } from '#server/lending/parameters/policies.ts';
import { borrowerOf } from '#server/lending/people/borrower.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import { composeTaxDocument, type KeyedLine, type NoteReason, notesOf } from './compose-tax-document.ts';
import { rulesOn } from './tax-books.ts';
import { type TaxDocument, totalsOf } from './tax-document.ts';
import { type Problem, problemsOf, problemsOfCorrection } from './tax-document-rules.ts';
import { type PolicyOn, policyReader } from './tax-policy.ts';
import {
  insertTaxDocument,
  type LeftOfReceipt,
  moveTaxDue,
  openContent,
  readDocumented,
  readLoansToTax,
  readTaxDue,
  takeNumber,
} from './tax-store.ts';
import { writeTaxDocument } from './write-tax-document.ts';

export interface TaxContext extends Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'log' | 'vault'> {
  /** Certificate and key; undefined while the lender has none: nothing is issued then, and an operator is told. */
  readonly taxKey: SigningKey | undefined;
  /** The lender as contracts print it: its RUC must be the issuer's. */
  readonly provider: Pick<Provider, 'ruc'>;
}

const BATCH = 100;
const SETTINGS = 'service:tax-documents';
const LOANS = 'service:tax-documents-of-loans';

/**
 * Issues the documents that are owed for the days that are over (domain P38): for each loan and day one receipt for what
 * is owed and was not documented, and a credit note for each receipt of which something was taken back. A day is
 * documented by what was known at its end, so that days that are caught up say what they would have said in time, with
 * their own dates. Idempotent; a loan that fails is logged, keeps its turn and stops no other.
 * @returns how many were issued
 */
export async function issueTaxDocuments(context: TaxContext): Promise<number> {
  const { db, clock, log } = context;
  const until = addDays(calendarDate(clock.businessDate()), -1);
  const policyOn = policyReader();
  const [found] = await readLoansToTax(db.kysely, { until, limit: 1 });
  if (found === undefined) return 0;
  const policy = await policyOn(db.kysely, until);
  const taxKey = await readyKey(context, policy);
  if (!taxKey) return 0;
  let [issued, failed] = [0, 0];
  let after: string | undefined;
  for (;;) {
    const ids = await readLoansToTax(db.kysely, { until, after, limit: BATCH });
    for (const id of ids) {
      try {
        issued += await documentLoan({ ...context, taxKey, policyOn, issuer: policy }, id, until);
      } catch (error) {
        failed += 1;
        log.error({ err: error, loanId: id }, 'the tax documents of a loan could not be issued');
      }
    }
    after = ids.at(-1);
    if (ids.length < BATCH) break;
  }
  await tellOfFailures(context, failed);
  return issued;
}

/** One task while a round fails for some loans: their days wait, and nothing else would say so. */
async function tellOfFailures({ db, clock }: TaxContext, failed: number): Promise<void> {
  const now = clock.now();
  if (failed === 0) await closeTasks(db.kysely, LOANS, { by: 'system', now, kind: 'tax-not-issued' });
  else {
    const task = { kind: 'tax-not-issued', subject: LOANS, says: 'tax-loans-failed' } as const;
    await openTask(db.kysely, { ...task, facts: { count: String(failed) } }, now);
  }
}

/**
 * The key, while documents may be issued with it. Without one, with one that has ended, or while the issuer is not the
 * lender, nothing is issued and lending goes on: an operator is told, and the days are caught up.
 */
export async function readyKey(
  { db, clock, taxKey, provider }: Pick<TaxContext, 'db' | 'clock' | 'taxKey' | 'provider'>,
  { issuer }: TaxPolicy,
): Promise<SigningKey | undefined> {
  const now = clock.now();
  const why = !taxKey
    ? ({ says: 'tax-no-certificate' } as const)
    : taxKey.validUntil <= now
      ? ({ says: 'tax-certificate-ended' } as const)
      : issuer.ruc !== provider.ruc
        ? ({ says: 'tax-issuer-differs', facts: { issuer: issuer.ruc, lender: provider.ruc } } as const)
        : undefined;
  if (!why) {
    await closeTasks(db.kysely, SETTINGS, { by: 'system', now, kind: 'tax-not-issued' });
    return taxKey;
  }
  await openTask(db.kysely, { kind: 'tax-not-issued', subject: SETTINGS, ...why }, now);
  return undefined;
}

/** A context with the key, who issues, and the policy of each day. */
export interface Issuing extends Pick<TaxContext, 'clock' | 'calendar' | 'vault'> {
  readonly taxKey: SigningKey;
  /** As in force on the last day that is over, whichever day is caught up: before its own policy a lender had none. */
  readonly issuer: Pick<TaxPolicy, 'issuer' | 'series'>;
  /** When something is owed, as in force on each day. */
  readonly policyOn: PolicyOn;
}

/** Documents every day of a loan that is over and was not looked at, in one transaction. @returns how many documents */
async function documentLoan({ db, ...context }: Issuing & TaxContext, loanId: string, until: CalendarDate) {
  return db.kysely.transaction().execute(async (trx) => {
    // The loan first, as everywhere: nothing of it becomes known meanwhile, and no other copy documents it.
    if (!(await lockLoan(trx, { id: loanId }))) return 0;
    const dueOn = await readTaxDue(trx, loanId);
    if (dueOn === undefined || dueOn > until) return 0;
    return documentDays(await openOneLoan(context, trx, loanId), calendarDate(dueOn), until);
  });
}

/** Reads what documents of a loan are issued from; the loan must be locked. */
export async function openOneLoan(context: Issuing, trx: Trx, loanId: string): Promise<OneLoan> {
  const { vault, calendar } = context;
  const [history] = (await readHistories(trx, [loanId])) as [LoanHistory];
  const days = await calendar.days(trx);
  return { ...context, trx, history, person: await readPerson(trx, vault, history.personId), days };
}

/** Documents the days of a loan from one on until another, both included. @returns how many documents */
export async function documentDays(of: OneLoan, from: CalendarDate, until: CalendarDate): Promise<number> {
  const { trx, history, days } = of;
  let issued = 0;
  for (let date = firstDay(history, from); date <= until; date = addDays(date, 1)) {
    issued += await documentDay(of, date);
  }
  await moveTaxDue(trx, history.id, nextLook(history, until, days));
  return issued;
}

function firstDay({ valueDate }: LoanHistory, dueOn: CalendarDate): CalendarDate {
  return valueDate ? laterOf(valueDate, dueOn) : dueOn;
}

/** News from after the last day that is over has its turn tomorrow. */
function nextLook(history: LoanHistory, until: CalendarDate, calendar: BankCalendar): string | null {
  const next = nextTaxDay(asKnownOn(history, until).loan, { date: until, calendar });
  const tomorrow = addDays(until, 1);
  const isNews = history.facts.some(({ recordedOn, reversedOn }) => (reversedOn ?? recordedOn) > until);
  const isKnownLater = !isDisbursed(asKnownOn(history, until).loan) && history.valueDate !== undefined;
  return isNews || isKnownLater ? tomorrow : (next ?? null);
}

/** A loan whose documents are issued. */
export interface OneLoan extends Issuing {
  readonly trx: Trx;
  readonly history: LoanHistory;
  readonly person: Person | undefined;
  readonly days: BankCalendar;
}

async function documentDay(of: OneLoan, date: CalendarDate): Promise<number> {
  const { trx, history, days, policyOn } = of;
  const { loan } = asKnownOn(history, date);
  const owed = taxedLinesOwed(loan, { date, calendar: days }, await rulesOn(trx, policyOn, loan, date));
  const documented = await readDocumented(trx, history.id);
  const change = taxChange(
    owed,
    documented.flatMap(({ lines }) => lines),
  );
  const notes = notesOf(change, documented);
  if (notes.length === 0 && change.receipt.length === 0) return 0;
  const issue = issuer(of, { date, owed });
  for (const { receipt, lines, reason } of notes) await issue({ lines, corrects: receipt, reason });
  if (change.receipt.length > 0) await issue({ lines: change.receipt });
  return notes.length + (change.receipt.length > 0 ? 1 : 0);
}

/**
 * Takes back a whole receipt that was accepted and says something wrong (catalogue 09: 01): what it said is owed again,
 * and the next receipt says it.
 */
export async function cancelReceipt(of: OneLoan, receiptId: string, date: CalendarDate): Promise<void> {
  const receipt = (await readDocumented(of.trx, of.history.id)).find(({ id }) => id === receiptId);
  const lines = receipt?.lines.filter(({ netCents, vatCents }) => netCents + vatCents > 0) ?? [];
  if (!receipt || lines.length === 0) return;
  const issue = issuer(of, { date, owed: [] });
  await issue({ lines, corrects: receipt, reason: '01' });
}

interface ToIssue {
  readonly lines: readonly KeyedLine[];
  readonly corrects?: LeftOfReceipt;
  readonly reason?: NoteReason;
}

/** Writes, signs and stores the documents of one day of one loan. */
function issuer(
  of: OneLoan,
  { date, owed }: { readonly date: CalendarDate; readonly owed: readonly TaxedLine[] },
): (what: ToIssue) => Promise<void> {
  const { trx, vault, clock, taxKey, history, person, issuer: policy } = of;
  const buyer = buyerOf(person);
  const { number: loanNumber, terms } = history;
  const loan = { number: loanNumber, terms };
  return async ({ lines, corrects, reason }) => {
    const kind = corrects ? 'credit-note' : 'receipt';
    const series = corrects ? policy.series.creditNote : policy.series.receipt;
    const number = await takeNumber(trx, series, kind);
    const corrected = corrects && reason && { receipt: corrects, reason };
    const receipt = corrects && (await readReceipt(of, corrects.id));
    const to = receipt?.buyer ?? buyer;
    const document = composeTaxDocument({ policy, number, date, buyer: to, loan, owed, lines, corrected });
    const problems = [
      ...problemsOf(document, date),
      ...(corrects && receipt ? problemsOfCorrection(document, receipt, alreadyLowered(receipt, corrects)) : []),
    ];
    if (problems.length > 0) throw new RangeError(`${series}-${number} would be refused: ${namesOf(problems)}`);
    const signed = signXml(writeTaxDocument(document), taxKey);
    await insertTaxDocument(trx, vault, {
      document,
      loanId: history.id,
      corrects: corrects?.id,
      lines,
      signed,
      now: clock.now(),
    });
  };
}

/** Codes and fields: the messages quote values, which are of the client. */
function namesOf(problems: readonly Problem[]): string {
  return problems.map(({ code = '', field }) => `${code} ${field}`.trim()).join(', ');
}

/** Reads what a receipt says, which its credit notes must agree with: they are of the same buyer, whatever changed since. */
async function readReceipt({ trx, vault }: OneLoan, id: string): Promise<TaxDocument> {
  const row = await trx
    .selectFrom('tax_document')
    .select(['id', 'content_sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return openContent(vault, row);
}

/** How much earlier credit notes have taken off a receipt. */
function alreadyLowered(receipt: TaxDocument, { lines }: LeftOfReceipt) {
  const { netCents, vatCents } = totalsOf(receipt);
  return {
    netCents: netCents - sum(...lines.map((line) => line.netCents)),
    vatCents: vatCents - sum(...lines.map((line) => line.vatCents)),
  };
}

function buyerOf(person: Person | undefined): TaxDocument['buyer'] {
  if (!person) throw new Error('its client was erased while a document was owed');
  const { name, documentType, documentNumber } = borrowerOf(person);
  return { documentCode: documentType === 'DNI' ? '1' : '4', documentNumber, name };
}
