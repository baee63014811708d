import type { StaffActName } from '#i18n/staff-acts.ts';

/** A part of the thing that an act is about: some of what a reading act says of it. */
export interface SubjectPart {
  readonly act: StaffActName;
  /** `{personId}` is filled in from the form, or from the parts before. */
  readonly with: Given;
  /** Of the answer or the row, in this order; `loan.status` is inside of another value. */
  readonly fields: readonly string[];
  /** The list of the answer that has the row with this id; the first row where the answer is asked for one alone. */
  readonly rows?: string;
  /** The field by which that row is known, where it is not its id. */
  readonly by?: string;
}
type Given = Readonly<Record<string, string>>;

const PAYMENT: SubjectPart = {
  act: 'payments show',
  with: { id: '{id}' },
  fields: ['client', 'amount', 'status', 'method', 'purpose', 'reference', 'businessDate', 'loanNumber'],
};
const MONEY: SubjectPart = {
  act: 'payments unapplied',
  with: { id: '{id}' },
  rows: 'unapplied',
  fields: ['client', 'amount', 'value_date', 'bank', 'bank_ref', 'description', 'reason', 'provider_ref'],
};
/** Payments of clients that wait for the same amount. */
const CANDIDATES: SubjectPart = {
  act: 'payments list',
  with: { amount: '{amount}', status: 'PENDING_CUSTOMER,UNKNOWN,IN_REVIEW,EXPIRED' },
  fields: ['payments'],
};
const PAYOUT: SubjectPart = {
  act: 'payouts list',
  with: { id: '{id}' },
  rows: 'payouts',
  fields: ['client', 'amount', 'kind', 'loan', 'status', 'bankReference', 'orderedOn', 'reason'],
};
/** Without its count and its total: each account says them as it has read them. */
const BATCH: SubjectPart = {
  act: 'payouts show-batch',
  with: { id: '{id}' },
  fields: ['date', 'status', 'madeBy', 'releasedBy'],
};
const APPLICATION: SubjectPart = {
  act: 'applications show',
  with: { reference: '{reference}' },
  fields: [
    'reference',
    'client.name',
    'client.documentNumber',
    'stage',
    'amount',
    'term',
    'productType',
    'since',
    'fraudFlags',
  ],
};
const COMPLAINT: SubjectPart = {
  act: 'complaints show',
  with: { code: '{code}' },
  fields: ['code', 'client', 'type', 'status', 'assignee', 'answerDueDate', 'sheet.form.detail', 'sheet.form.request'],
};
const loanOf = (number: string): SubjectPart => ({
  act: 'loan show',
  with: { number },
  fields: ['client', 'loan.number', 'loan.status', 'loan.terms.principalCents', 'originatedOn'],
});
const WRITE_OFF: SubjectPart = {
  act: 'write-off list',
  with: { number: '{number}' },
  rows: 'proposals',
  fields: ['reason', 'proposedBy', 'proposedAt'],
};
const PARAMETER: SubjectPart = {
  act: 'parameter list',
  with: {},
  rows: 'proposals',
  fields: ['kind', 'key', 'before', 'value', 'validFrom', 'validTo', 'reason', 'proposedBy', 'proposedAt'],
};
const PERSON: SubjectPart = {
  act: 'person show',
  with: { personId: '{personId}' },
  fields: ['client', 'document', 'phone', 'email', 'status'],
};
const RECOVERY: SubjectPart = {
  act: 'recovery list',
  with: { id: '{id}' },
  rows: 'recoveries',
  fields: ['channel', 'since'],
};
const FLAG: SubjectPart = {
  act: 'fraud list',
  with: { id: '{id}' },
  rows: 'flags',
  fields: ['kind', 'application', 'reason', 'flaggedBy', 'flaggedAt'],
};
const REQUEST: SubjectPart = {
  act: 'data-requests list',
  with: { id: '{id}' },
  rows: 'requests',
  fields: ['type', 'detail', 'asked', 'dueDate', 'createdAt'],
};
const TAX_DOCUMENT: SubjectPart = {
  act: 'tax-documents show',
  with: { id: '{id}' },
  fields: ['name', 'client', 'total', 'date', 'status', 'loan', 'corrects', 'answers'],
};
const COLLEAGUE: SubjectPart = {
  act: 'colleagues list',
  with: { limit: '500' },
  rows: 'colleagues',
  by: 'login',
  fields: ['name', 'login', 'roles', 'status'],
};
const APPROVAL: SubjectPart = {
  act: 'approvals show',
  with: { id: '{id}' },
  fields: ['act', 'about', 'amount', 'proposedBy', 'proposedAt'],
};
const BANK_LINE: SubjectPart = {
  act: 'statements show',
  with: { id: '{id}' },
  fields: ['client', 'loan', 'amount', 'bank', 'bankRef', 'valueDate', 'description', 'takenBackOn'],
};
const ARCHIVE: SubjectPart = { act: 'payouts archive', with: {}, fields: ['place', 'held', 'unknown', 'notSent'] };
const CONTACT: SubjectPart = { act: 'contact show', with: { loan: '{loan}' }, fields: ['mayCallNow'] };

type Subjects = Partial<Record<StaffActName, readonly SubjectPart[]>>;

const each = (parts: readonly SubjectPart[], ...acts: readonly StaffActName[]): Subjects =>
  Object.fromEntries(acts.map((act) => [act, parts]));

/** Parts of the thing of each act, shown before it is done: on its form, and where it asks once more. */
export const SUBJECT_OF: Readonly<Subjects> = {
  ...each([PAYMENT], 'payments ask', 'payments no-credit', 'payments refund', 'payments refund-paid'),
  ...each([PAYMENT], 'payments refund-refused', 'payments dispute', 'payments dispute-won', 'payments dispute-lost'),
  'payments match': [MONEY, CANDIDATES, loanOf('{loanNumber}'), { ...PAYMENT, with: { id: '{paymentId}' } }],
  'payments return': [MONEY],
  ...each([PAYOUT], 'payouts paid', 'payouts rejected', 'payouts not-sent', 'payouts stop-top-up'),
  ...each([BATCH], 'payouts release-batch', 'payouts withdraw-batch'),
  ...each([APPLICATION], 'applications approve', 'applications reject', 'applications need-info'),
  ...each([APPLICATION], 'applications flag-fraud'),
  ...each([COMPLAINT], 'complaints assign', 'complaints note', 'complaints answer'),
  ...each([COMPLAINT], 'complaints settle', 'complaints close'),
  ...each([loanOf('{number}')], 'write-off propose', 'write-off reverse', 'flex offer'),
  ...each([loanOf('{number}'), WRITE_OFF], 'write-off approve', 'write-off withdraw'),
  ...each([PARAMETER], 'parameter approve', 'parameter reject'),
  ...each([RECOVERY, PERSON], 'recovery approve', 'recovery reject'),
  ...each([REQUEST, PERSON], 'data-requests answer', 'data-requests identity'),
  ...each([loanOf('{loan}'), CONTACT], 'contact log', 'contact pause', 'contact resume'),
  ...each([TAX_DOCUMENT], 'tax-documents send', 'tax-documents correct'),
  ...each([COLLEAGUE], 'colleagues roles', 'colleagues invite', 'colleagues lock', 'colleagues unlock'),
  'approvals withdraw': [APPROVAL],
  'contact outcome': [loanOf('{loan}')],
  'fraud lift': [FLAG, PERSON],
  'loan originate': [PERSON],
  'payouts confirm-archive': [ARCHIVE],
  'person note': [PERSON],
  'statements correct': [BANK_LINE],
};

/** Acts that move money, or say that it moved: they ask once more. An approval types its amount instead. */
export const MOVES_MONEY: ReadonlySet<StaffActName> = new Set<StaffActName>([
  'applications approve',
  'loan originate',
  'payments dispute-lost',
  'payments dispute-won',
  'payments match',
  'payments match-many',
  'payments no-credit',
  'payments refund',
  'payments refund-paid',
  'payments refund-refused',
  'payments return',
  'payments settle',
  'payouts not-sent',
  'payouts paid',
  'payouts rejected',
  'payouts release-batch',
  'statements correct',
  'tax-documents declare',
  'write-off approve',
  'write-off reverse',
]);
