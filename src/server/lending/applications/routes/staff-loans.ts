import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine } from '#api/field-rules/text.ts';
import { activeLoan } from '#loan/active-loan.ts';
import type { BusinessDate } from '#loan/business-days.ts';
import { owedTerms, payoffTerms, type Term } from '#loan/explanation.ts';
import { isDisbursed, type Loan, type Standing } from '#loan/loan.ts';
import { scheduleRows } from '#loan/loan-picture.ts';
import { fromSoles, toSoles } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Db } from '#server/kit/tables.ts';
import { listDocuments, readDocumentFile } from '#server/lending/documents/document-store.ts';
import { businessDateOfLoan } from '#server/lending/loans/loan-snapshot.ts';
import { readLoan, readLoanEvents } from '#server/lending/loans/store/loan-store.ts';
import { readOpenProposal } from '#server/lending/loans/store/write-off-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { clientName } from '#server/lending/people/masks.ts';
import { recordStaffAccess } from '#server/lending/people/store/access-log-store.ts';
import { act, read, type StaffAct } from '#server/lending/staff/act.ts';
import { requireSecondApprovalIfNeeded, secondNeeded } from '#server/lending/staff/approvals.ts';
import { operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import { FLAGGED_MEANWHILE, flagsOnOrder, originateByOperator, termsOfOrder } from '../originate-by-operator.ts';
import { LOAN_ANSWERS } from './loan-answers.ts';

export const STAFF_LOANS_PATH = '/api/v1/staff/loans';

const originateBody = z.strictObject({
  personId: z.guid(),
  productId: z.int().positive(),
  amount: z.int().positive(),
  term: z.int().positive(),
  bankId: z.string().regex(/^\d{3}$/),
  cci: z.string().regex(/^\d{20}$/),
  holder: z.string().overwrite(oneLine).min(1).max(120),
});

type StaffLoansContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'vault' | 'parameters'>;

/** Loans that operators originate and look at. */
export function staffLoanActs(): readonly StaffAct<StaffLoansContext>[] {
  return [
    act({
      name: 'loan originate',
      answers: LOAN_ANSWERS['loan originate'],
      path: STAFF_LOANS_PATH,
      may: ['underwriter'],
      second: 'sometimes',
      body: originateBody,
      answer: (c, { body }, services) => originate(c, services, body),
    }),
    read({
      name: 'loan show',
      answers: LOAN_ANSWERS['loan show'],
      path: `${STAFF_LOANS_PATH}/:number`,
      may: ['support', 'underwriter', 'collections', 'finance', 'compliance'],
      personal: 'one',
      params: z.object({ number: z.string() }),
      answer: (c, { params }, services) => show(c, services, params.number),
    }),
    read({
      name: 'loan paper',
      path: `${STAFF_LOANS_PATH}/:number/papers/:paper`,
      may: ['support', 'underwriter', 'compliance'],
      personal: 'one',
      params: z.object({ number: z.string(), paper: z.guid() }),
      answers: 'file',
      answer: (c, { params }, services) => sendPaper(c, services, params),
    }),
  ];
}

async function originate(
  c: Context,
  services: StaffLoansContext,
  body: z.output<typeof originateBody>,
): Promise<Response> {
  const { personId, amount } = body;
  const parameters = await services.parameters.inForce();
  const priced = await termsOfOrder(services, parameters, body);
  if (priced.kind === 'refused') return answerRefusal(c, priced);
  const flags = await flagsOnOrder(services.db.kysely, services.vault, body);
  const asked = {
    action: 'loan.originate',
    subject: `person:${personId}`,
    personId,
    // Two have to know of the same flags, and ask anew when there is another.
    request: flags.length === 0 ? body : [body, flags.map(({ id }) => id)],
    about: { personId, amount, productId: body.productId, ...(flags.length > 0 && { flags: flags.length }) },
    needsSecond: fromSoles(amount) > parameters.policies().fourEyesAboveCents || flags.length > 0,
  };
  const made = await requireSecondApprovalIfNeeded(services, c, asked, (approve) =>
    originateByOperator(services, body, { operator: operatorName(c), flags, approve }),
  );
  if (made === FLAGGED_MEANWHILE) return originate(c, services, body);
  if (made.kind === 'second-needed') return secondNeeded(c, made);
  return made.kind === 'refused' ? answerRefusal(c, made) : c.json({ loanId: made.loanId, number: made.number }, 201);
}

/**
 * A loan as it stands: whose it is, how each sum of today comes about, its schedule, facts, papers and history.
 */
async function show(c: Context, services: StaffLoansContext, number: string): Promise<Response> {
  const { kysely } = services.db;
  const stored = await readLoan(kysely, { number });
  if (!stored) return answerRefusal(c, notFound());
  const { loan, ...about } = stored;
  const { policy: _, ...terms } = loan.terms;
  const day = await businessDateOfLoan(kysely, services, stored);
  const documents = await papersOf(kysely, stored.personId, number);
  const client = await clientName(c, services, stored.personId);
  const history = await readLoanEvents(kysely, stored.id);
  const proposal = await readOpenProposal(kysely, stored.id);
  await recordShown(c, { action: 'loan.view', subject: `loan:${number}` });
  return c.json({
    client,
    ...about,
    ...inShort(loan, day),
    writeOff: proposal ? 'PROPOSED' : null,
    loan: { ...loan, terms, facts: undefined },
    ...(isDisbursed(loan) && owed(standingOn(loan, day))),
    facts: loan.facts,
    papers: documents.map(({ id, type, language, version, createdAt }) => ({ id, type, language, version, createdAt })),
    history: history.map(({ event, from_status, to_status, business_date, cause, ref }) => ({
      event,
      from: from_status,
      to: to_status,
      businessDate: business_date,
      cause,
      ref,
    })),
  });
}

/** Every paper of a loan, the newest first. */
async function papersOf(db: Db, personId: string, loanNumber: string) {
  const papers = [];
  let after: string | undefined;
  do {
    const { documents, next } = await listDocuments(db, personId, { loanNumber, after });
    papers.push(...documents);
    after = next;
  } while (after !== undefined);
  return papers;
}

/** How a loan stands, as the list of loans says it. */
function inShort(loan: Loan, day: BusinessDate) {
  if (!isDisbursed(loan)) return { status: loan.status, due: null, dueOn: null, daysLate: null, owed: null };
  const { totalDueCents, nextPaymentDate, daysPastDue, totalOutstandingCents } = activeLoan(loan, day);
  return {
    status: loan.status,
    due: toSoles(totalDueCents),
    dueOn: nextPaymentDate,
    daysLate: daysPastDue,
    owed: toSoles(totalOutstandingCents),
  };
}

/** The amounts that end the loan today, and in all when each due date is waited for, term by term. */
function owed(standing: Standing) {
  const rows = (terms: readonly Term[]) => terms.map(({ basis, ...term }) => ({ ...term, ...basis }));
  return {
    payoffToday: rows(payoffTerms(standing)),
    outstanding: rows(owedTerms(standing)),
    schedule: scheduleRows(standing),
  };
}

/** A paper of the loan, as the client has it. The colleague who looked is recorded. */
async function sendPaper(
  c: Context,
  { db, vault, clock }: StaffLoansContext,
  { number, paper }: { readonly number: string; readonly paper: string },
): Promise<Response> {
  const stored = await readLoan(db.kysely, { number });
  const personId = stored?.personId ?? '';
  const file = stored && (await readDocumentFile(db.kysely, vault, { personId, id: paper }));
  if (file?.loanNumber !== number) return answerRefusal(c, notFound());
  const [operator, at] = [operatorName(c), clock.now()];
  await recordShown(c, {
    action: 'loan.view-paper',
    subject: `loan:${number}`,
    after: { paper },
    within: (trx) => recordStaffAccess(trx, { personId, kind: 'FILE_SEEN', at, operator }),
  });
  return c.body(Uint8Array.from(file.bytes), 200, downloadHeaders(`${number}-${file.type}`, 'application/pdf'));
}
