import type { DocumentType } from '#api/document-types.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { calendarDate } from '#loan/calendar.ts';
import { extensionPrice } from '#loan/extension.ts';
import type { LoanFact, Payment, PlanConfirmed } from '#loan/loan.ts';
import { sum } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { payoffQuote } from '#loan/payoff.ts';
import { quoteOf } from '#loan/quoted-price.ts';
import { foldFacts, standingOn } from '#loan/standing.ts';
import { comingTopUp, topUpOffer } from '#loan/top-up.ts';
import { contractGroups, ratesOf } from '#loan/tranche.ts';
import type { Borrower, DocumentHead } from '#server/lending/documents/document-head.ts';
import { renderContract } from './contract.ts';
import { renderDisbursementReceipt } from './disbursement-receipt.ts';
import { DISBURSEMENT, periodOf } from './due-documents.ts';
import { aroundFact, runningPlan } from './due-schedules.ts';
import { renderExtensionAddendum } from './extension-addendum.ts';
import { renderFlexAgreement } from './flex-agreement.ts';
import { renderHojaResumen } from './hoja-resumen.ts';
import { renderPaidOffCertificate } from './paid-off-certificate.ts';
import { renderPaymentReceipt } from './payment-receipt.ts';
import { renderPayoffQuote } from './payoff-quote.ts';
import { renderPlanAgreement } from './plan-agreement.ts';
import { renderSchedule, type ScheduleReason } from './schedule.ts';
import { type DisbursedLoan, renderStatement } from './statement.ts';
import { renderTopUpAddendum } from './topup-addendum.ts';

/** A confirmed payout. */
export interface Payout {
  /** `disbursement`, or the id of the top-up's fact. */
  readonly cause: string;
  /** Bank and number as printed, the number masked. */
  readonly account?: string | undefined;
  /** The bank's own reference. */
  readonly operation?: string | undefined;
}

/** Everything the documents of a loan are rendered from. */
export interface LoanSource {
  readonly loan: DisbursedLoan;
  readonly borrower: Borrower;
  readonly payouts: readonly Payout[];
  readonly calendar: BankCalendar;
}

type Print = (source: LoanSource, cause: string, head: DocumentHead) => Promise<Uint8Array>;

/** Kinds that belong to a loan; privacy notice and consent receipts belong to a person, tax documents
 * have a subject of their own. */
export type LoanDocumentType = Exclude<
  DocumentType,
  'PRIVACY_NOTICE' | 'CONSENT_RECEIPT' | 'TAX_RECEIPT' | 'TAX_CREDIT_NOTE'
>;

/** Renders one document of a loan from its facts. Throws when the cause is not one of this loan's. */
export function renderLoanDocument(
  source: LoanSource,
  { type, cause }: { readonly type: LoanDocumentType; readonly cause: string },
  head: DocumentHead,
): Promise<Uint8Array> {
  return PRINTERS[type](source, cause, head);
}

const PRINTERS: Readonly<Record<LoanDocumentType, Print>> = {
  CONTRACT: ({ loan, borrower, payouts }, _, head) =>
    renderContract({ head, borrower, loan: agreed(loan), account: payoutOf(payouts, DISBURSEMENT)?.account }),
  HOJA_RESUMEN: ({ loan, borrower, calendar }, _, head) =>
    renderHojaResumen({ head, borrower, loan: agreed(loan), calendar }),
  SCHEDULE: printSchedule,
  DISBURSEMENT_RECEIPT: printDisbursement,
  PAYMENT_RECEIPT: ({ loan, borrower, calendar }, paymentId, head) =>
    renderPaymentReceipt({ head, borrower, loan, paymentId, calendar }),
  STATEMENT: ({ loan, borrower, calendar }, cause, head) =>
    renderStatement({ head, borrower, loan, calendar, ...periodOf(cause) }),
  PAYOFF_QUOTE: ({ loan, borrower, calendar }, cause, head) => {
    const standing = standingOn(loan, { date: calendarDate(cause.slice(0, 10)), calendar });
    const [quote, coming] = [payoffQuote(standing), comingTopUp(standing)];
    return renderPayoffQuote({ head, borrower, loanNumber: loan.number, quote, coming });
  },
  EXTENSION_ADDENDUM: printExtension,
  PLAN_AGREEMENT: printPlan,
  FLEX_AGREEMENT: printFlex,
  TOPUP_ADDENDUM: printTopUp,
  PAID_OFF_CERTIFICATE: ({ loan, borrower, calendar }, _, head) =>
    renderPaidOffCertificate({ head, borrower, loan, calendar }),
};

function agreed({ number, terms, valueDate }: DisbursedLoan) {
  return { reference: number, terms, valueDate };
}

function payoutOf(payouts: readonly Payout[], cause: string): Payout | undefined {
  return payouts.find((payout) => payout.cause === cause);
}

/** The fact a document is about, which must be of this kind. */
function factOf<Kind extends LoanFact['kind']>(
  { loan }: LoanSource,
  id: string,
  kind: Kind,
): Extract<LoanFact, { readonly kind: Kind }> {
  const fact = loan.facts.find((candidate) => candidate.id === id && candidate.kind === kind);
  if (!fact) throw new RangeError(`loan ${loan.number} has no ${kind} ${id}`);
  return fact as Extract<LoanFact, { readonly kind: Kind }>;
}

/** `disbursement`, or the reason and the fact that made it: `prepayment:<id>`. A corrected one says how the loan stands. */
async function printSchedule(source: LoanSource, cause: string, head: DocumentHead): Promise<Uint8Array> {
  const { loan, borrower, calendar } = source;
  const content = { head, borrower, reference: loan.number };
  if (cause === DISBURSEMENT) {
    const groups = contractGroups(loan.terms, loan.valueDate);
    return renderSchedule({ ...content, reason: DISBURSEMENT, reasonDate: loan.valueDate, groups });
  }
  const [reason, id = ''] = cause.split(/:(.*)/s) as [ScheduleReason, string?];
  if (reason === 'corrected') {
    const standing = standingOn(loan, { date: head.issuedOn, calendar });
    const agreed = runningPlan(loan, standing);
    const { groups } = standing;
    return renderSchedule({ ...content, reason, reasonDate: head.issuedOn, groups, plan: planOf(source, agreed) });
  }
  const kind = FACT_OF[reason];
  if (!kind) throw new RangeError(`no schedule is made for ${cause}`);
  const fact = factOf(source, id, kind);
  const { groups } = aroundFact(loan, fact, calendar).after;
  const plan = planOf(source, fact.kind === 'plan' ? fact : undefined);
  return renderSchedule({ ...content, reason, reasonDate: fact.date, groups, plan });
}

function planOf(source: LoanSource, fact: PlanConfirmed | undefined) {
  return fact && { terms: fact.plan, payments: planParts(source, fact).payments };
}

const FACT_OF: Readonly<Partial<Record<ScheduleReason, LoanFact['kind']>>> = {
  prepayment: 'payment',
  extension: 'payment',
  'top-up': 'tranche',
  plan: 'plan',
};

function printDisbursement(source: LoanSource, cause: string, head: DocumentHead): Promise<Uint8Array> {
  const { loan, borrower, payouts } = source;
  const { account, operation } = payoutOf(payouts, cause) ?? {};
  const content = { head, borrower, loanNumber: loan.number, account, operation };
  if (cause === DISBURSEMENT) {
    const { valueDate, terms } = loan;
    return renderDisbursementReceipt({ ...content, amountCents: terms.principalCents, valueDate });
  }
  const { date, principalCents } = factOf(source, cause, 'tranche');
  return renderDisbursementReceipt({ ...content, amountCents: principalCents, valueDate: date });
}

async function printExtension(source: LoanSource, cause: string, head: DocumentHead): Promise<Uint8Array> {
  const { loan, borrower, calendar } = source;
  const payment: Payment = factOf(source, cause, 'payment');
  if (payment.use.kind !== 'extension') throw new RangeError(`payment ${cause} is not for an extension`);
  const { earlier, after } = aroundFact(loan, payment, calendar);
  const { quote, termDays, feeCents, capPercent } = payment.use;
  // The parts that came before it were not yet the price.
  const others = earlier.filter((fact) => quote === undefined || quoteOf(fact)?.id !== quote.id);
  const before = foldFacts(loan, others, { date: payment.date, calendar });
  return renderExtensionAddendum({
    head,
    borrower,
    loanNumber: loan.number,
    price: extensionPrice(before, termDays, feeCents, capPercent),
    owedCents: sum(...after.groups.map(unpaidOfGroup)),
    maxConsecutive: loan.terms.policy.extension.maxConsecutive,
  });
}

function printPlan(source: LoanSource, cause: string, head: DocumentHead): Promise<Uint8Array> {
  const fact = factOf(source, cause, 'plan');
  return renderPlanAgreement({
    head,
    borrower: source.borrower,
    loanNumber: source.loan.number,
    confirmedOn: fact.date,
    terms: fact.plan,
    ...planParts(source, fact),
  });
}

/**
 * The parts of an agreed plan's payments, calculated by the function that offered it. When an earlier payment has
 * become known since, the total differs: the agreed amounts stand and their parts are left out.
 */
function planParts({ loan, calendar }: LoanSource, fact: PlanConfirmed) {
  const { items, totalCents } = fact.plan;
  const { before } = aroundFact(loan, fact, calendar);
  const first = items[0]?.dueDate ?? fact.date;
  const offer = planOffer(before, items.length, first, STANDARD_PLAN_SETTINGS);
  const { waivedMoratoryCents, payments } = offer;
  return { waivedMoratoryCents, payments: offer.totalCents === totalCents ? payments : undefined };
}

function printFlex(source: LoanSource, cause: string, head: DocumentHead): Promise<Uint8Array> {
  const { borrower, loan } = source;
  const fact = factOf(source, cause, 'flex');
  const content = { head, borrower, loanNumber: loan.number };
  return renderFlexAgreement({ ...content, activatedOn: fact.date, terms: fact.flex });
}

async function printTopUp(source: LoanSource, cause: string, head: DocumentHead): Promise<Uint8Array> {
  const { loan, borrower, payouts, calendar } = source;
  const fact = factOf(source, cause, 'tranche');
  const { earlier, before } = aroundFact(loan, fact, calendar);
  const rates = fact.rates ?? ratesOf(loan.terms);
  return renderTopUpAddendum({
    head,
    borrower,
    loanNumber: loan.number,
    offer: topUpOffer(before, earlier, fact.principalCents, { fees: fact.fees, rates }),
    teaPercent: rates.teaPercent,
    account: payoutOf(payouts, cause)?.account,
  });
}
