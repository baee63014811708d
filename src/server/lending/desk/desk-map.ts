import type { StaffActName } from '#i18n/staff-acts.ts';
import { APPLICATION_STAGES, type ApplicationEvent, moveApplication } from '#loan/application.ts';
import { isOpenLoan } from '#loan/application-decisions.ts';
import { COMPLAINT_ACTS, COMPLAINT_STATUSES, COMPLAINT_TRANSITIONS, type ComplaintAct } from '#loan/complaint.ts';
import { LOAN_STATUSES, type LoanStatus } from '#loan/loan.ts';
import {
  PAYMENT_INTENT_STATUSES,
  PAYMENT_INTENT_TRANSITIONS,
  PAYMENT_METHODS,
  type PaymentIntentEvent,
  type PaymentIntentStatus,
  type PaymentMethod,
  railOf,
} from '#loan/payment-intent.ts';

/** State of what is shown: the codes that a field of it may have, or whether it has any value. */
type State = Readonly<Record<string, readonly string[] | 'there' | 'none'>>;

/** An act about what is shown, with what is known for it: `{personId}` is filled in from the row or the answer. */
export interface About {
  readonly act: StaffActName;
  readonly with?: Readonly<Record<string, string>>;
  /** Its answer is part of the page. */
  readonly isShown?: true;
  /** Its part of the page comes before the other parts of the thing. */
  readonly isFirst?: true;
  /** Only the drawing of its answer is, which leads to the table by its title. */
  readonly isDrawn?: true;
  /** Its form stands on the page too, below what it is decided by. */
  readonly isOpen?: true;
  /** States in which it can be done, one of them; without any, in every state. */
  readonly when?: readonly State[];
  /** An act that the colleague must be able to ask for too, by a field of the row. */
  readonly ifMay?: string;
}

type Given = Readonly<Record<string, string>>;
const abouts = (given: Given, ...acts: readonly StaffActName[]): About[] => acts.map((act) => ({ act, with: given }));
const shown = (act: StaffActName, given: Given = {}): About => ({ act, with: given, isShown: true });
const drawn = (act: StaffActName): About => ({ act, isShown: true, isDrawn: true });
/** Acts that can be done in one of these states alone: in any other they are not offered, because they are refused. */
const inState = (when: State | readonly State[], of: readonly About[]): About[] =>
  of.map((about) => ({ ...about, when: Array.isArray(when) ? when : [when as State] }));

/**
 * Tells whether an act can be done in the state that the answer or its row says.
 * @param read reads a field by its path; undefined when it has no value
 */
export function isOffered({ when }: About, read: (path: string) => string | undefined): boolean {
  const holds = (state: State) =>
    Object.entries(state).every(([path, allowed]) => {
      const value = read(path);
      if (allowed === 'there' || allowed === 'none') return (value !== undefined) === (allowed === 'there');
      return value !== undefined && allowed.includes(value);
    });
  return when === undefined || when.some(holds);
}

const loanIs = (...statuses: readonly LoanStatus[]): State => ({ 'loan.status': statuses });
/** Statuses in which a client owes something, so that collections may speak with them about it. */
const OWED: readonly LoanStatus[] = ['PERFORMING', 'PAST_DUE', 'DEFAULTED', 'PAYMENT_PLAN', 'FLEX', 'WRITTEN_OFF'];
const applicationTakes = (event: ApplicationEvent): State => ({
  stage: APPLICATION_STAGES.filter((stage) => moveApplication(stage, event, 'staff').kind === 'moved'),
});
const complaintTakes = (act: ComplaintAct): State => ({
  status: COMPLAINT_STATUSES.filter((status) => COMPLAINT_TRANSITIONS[status][act] !== undefined),
});
const paymentTakes = (event: PaymentIntentEvent): State => ({
  status: PAYMENT_INTENT_STATUSES.filter((status) => PAYMENT_INTENT_TRANSITIONS[status][event] !== undefined),
});
const paymentIs = (...status: readonly PaymentIntentStatus[]): State => ({ status });
const paidBy = (rail: ReturnType<typeof railOf>): State => ({
  method: PAYMENT_METHODS.filter((method: PaymentMethod) => railOf(method) === rail),
});
/**
 * States of a refund that a person may end: one through a card while the provider has it, one to an account once it has
 * left, and only before that as refused, because a bank that has an order may still pay it.
 */
const refundIs = (path: string, end: 'paid' | 'refused'): readonly State[] => [
  { [`${path}through`]: ['CARD'], [`${path}status`]: ['SENDING', 'SENT'] },
  { [`${path}through`]: ['BANK'], [`${path}status`]: end === 'paid' ? ['SENDING', 'SENT'] : ['QUEUED'] },
];

/** Further parts of the page of a thing, and the acts about it. */
export const OF_ANSWER: Readonly<Partial<Record<StaffActName, readonly About[]>>> = {
  'loan show': [
    shown('contact show', { loan: '{loan.number}' }),
    shown('payments list', { loanId: '{id}' }),
    ...abouts({ loan: '{loan.number}' }, 'tax-documents list'),
    ...abouts({ personId: '{personId}' }, 'person show'),
    ...inState(
      loanIs(...LOAN_STATUSES.filter((status) => !isOpenLoan(status))),
      abouts({ personId: '{personId}' }, 'loan originate'),
    ),
    ...inState(loanIs(...OWED), abouts({ loan: '{loan.number}' }, 'contact log')),
    ...abouts({ loan: '{loan.number}' }, 'contact pause', 'contact resume'),
    ...inState(loanIs('PERFORMING', 'PAST_DUE', 'DEFAULTED'), abouts({ number: '{loan.number}' }, 'flex offer')),
    ...inState({ ...loanIs('DEFAULTED'), writeOff: 'none' }, abouts({ number: '{loan.number}' }, 'write-off propose')),
    ...inState({ ...loanIs('DEFAULTED'), writeOff: 'there' }, abouts({ number: '{loan.number}' }, 'write-off approve')),
    ...inState({ writeOff: 'there' }, abouts({ number: '{loan.number}' }, 'write-off withdraw')),
    ...inState(loanIs('WRITTEN_OFF'), abouts({ number: '{loan.number}' }, 'write-off reverse')),
    ...abouts({ subject: 'loan:{loan.number}' }, 'audit show'),
  ],
  'applications show': [
    ...inState(
      [applicationTakes('approved-new'), applicationTakes('approved-repeated')],
      abouts({ reference: '{reference}' }, 'applications approve'),
    ),
    ...inState(applicationTakes('rejected'), abouts({ reference: '{reference}' }, 'applications reject')),
    ...inState(applicationTakes('information-requested'), [
      { act: 'applications need-info', with: { reference: '{reference}' }, isOpen: true },
    ]),
    ...inState(applicationTakes('fraud-flagged'), abouts({ reference: '{reference}' }, 'applications flag-fraud')),
    ...abouts({ personId: '{personId}' }, 'person show'),
    ...abouts({ subject: 'application:{reference}' }, 'audit show'),
  ],
  'person show': [
    { ...shown('loan list', { personId: '{personId}' }), isFirst: true },
    shown('person timeline', { personId: '{personId}' }),
    ...abouts({ personId: '{personId}' }, 'person note'),
    ...abouts({ documentType: '{document.type}' }, 'login-as issue', 'session end', 'session issue', 'person email'),
    ...abouts({ personId: '{personId}' }, 'loan originate'),
    ...abouts({ 'thing.kind': 'document', 'thing.documentType': '{document.type}' }, 'fraud look-up', 'fraud add'),
    ...abouts({}, 'recovery list', 'data-requests list'),
    ...abouts({ subject: 'person:{personId}' }, 'audit show'),
  ],
  'complaints show': [
    ...COMPLAINT_ACTS.flatMap((name) =>
      inState(complaintTakes(name), abouts({ code: '{code}' }, `complaints ${name}`)),
    ),
    ...abouts({ subject: 'complaint:{code}' }, 'audit show'),
  ],
  'payments show': [
    // A code that was paid may have been paid once more, whatever became of its payment.
    ...inState(
      [{ ...paidBy('card'), ...paymentIs('PROCESSING', 'UNKNOWN') }, paidBy('code')],
      abouts({ id: '{id}' }, 'payments ask'),
    ),
    ...inState({ 'voucher.fileName': 'there' }, abouts({ id: '{id}' }, 'payments voucher')),
    ...inState(paymentTakes('no-such-credit'), abouts({ id: '{id}' }, 'payments no-credit')),
    ...inState(paymentTakes('refund-ordered'), abouts({ id: '{id}' }, 'payments refund')),
    ...inState(refundIs('refund.', 'paid'), abouts({ id: '{id}' }, 'payments refund-paid')),
    ...inState(refundIs('refund.', 'refused'), abouts({ id: '{id}' }, 'payments refund-refused')),
    ...inState(paymentTakes('disputed'), abouts({ id: '{id}' }, 'payments dispute')),
    ...inState({ ...paymentIs('DISPUTED'), refund: 'none' }, abouts({ id: '{id}' }, 'payments dispute-won')),
    ...inState(paymentIs('DISPUTED'), abouts({ id: '{id}' }, 'payments dispute-lost')),
    ...abouts({ personId: '{personId}' }, 'person show'),
  ],
  'tax-documents show': [
    ...abouts({ id: '{id}' }, 'tax-documents xml'),
    ...inState({ cdrSha256: 'there' }, abouts({ id: '{id}' }, 'tax-documents cdr')),
    ...inState(
      [{ status: ['READY', 'SENT'] }, { status: ['REFUSED'], summary: 'there' }],
      abouts({ id: '{id}' }, 'tax-documents send'),
    ),
    ...inState(
      [{ status: ['REFUSED'] }, { status: ['ACCEPTED', 'OBSERVED'], kind: ['receipt'] }],
      abouts({ id: '{id}' }, 'tax-documents correct'),
    ),
    ...abouts({ number: '{loan}' }, 'loan show'),
    ...abouts({ subject: 'tax-document:{id}' }, 'audit show'),
  ],
  'account show': abouts({}, 'account add-passkey', 'account password', 'account recovery-codes', 'account desk-code'),
  'tax-documents list': abouts({}, 'tax-documents books', 'tax-documents register'),
  'tax-documents books': abouts({}, 'tax-documents declare', 'tax-documents register'),
  'colleagues list': abouts({}, 'permissions list'),
  'complaints list': abouts({}, 'complaints statistics'),
  'parameter list': abouts({}, 'holiday list'),
  'payments unapplied': abouts({}, 'payments match-many'),
  'statements show': abouts({ id: '{id}' }, 'statements correct'),
  'payouts show-batch': abouts({ id: '{id}' }, 'payouts release-batch', 'payouts withdraw-batch'),
  'payouts archive': abouts({ archive: '{archive}' }, 'payouts confirm-archive'),
};

/** Acts about a row of a list, by the listing act and the name of its rows. */
export const OF_ROW: Readonly<Record<string, readonly About[]>> = {
  'account show passkeys': abouts({ id: '{id}' }, 'account remove-passkey'),
  'account show sessions': inState({ isThis: ['false'] }, abouts({ id: '{id}' }, 'account end-session')),
  'tasks list tasks': [
    ...inState({ mayBeMarked: ['true'] }, abouts({ id: '{id}' }, 'tasks done')),
    ...inState({ kind: ['money-unapplied'] }, abouts({}, 'payments match-many')),
  ],
  'loan show papers': abouts({ number: '{loan.number}', paper: '{id}' }, 'loan paper'),
  'applications show documents': abouts({ reference: '{reference}', file: '{id}' }, 'applications file'),
  'complaints show attachments': abouts({ code: '{code}', file: '{id}' }, 'complaints file'),
  'contact show contacts': inState(
    { outcome: ['NOT_RECORDED'] },
    abouts({ loan: '{loan}', attempt: '{id}' }, 'contact outcome'),
  ),
  'collections list loans': [
    ...abouts({ loan: '{number}' }, 'contact log'),
    ...inState(
      { outcome: ['NOT_RECORDED'] },
      abouts({ loan: '{number}', attempt: '{lastContact}' }, 'contact outcome'),
    ),
  ],
  'loan late loans': abouts({ loan: '{number}' }, 'contact log'),
  'payments list payments': abouts({ id: '{id}' }, 'payments show'),
  'tax-documents list documents': abouts({ id: '{id}' }, 'tax-documents show'),
  'payments unapplied unapplied': abouts({ id: '{id}' }, 'payments match', 'payments return'),
  'payments refunds refunds': [
    ...inState(refundIs('', 'paid'), abouts({ id: '{paymentId}' }, 'payments refund-paid')),
    ...inState(refundIs('', 'refused'), abouts({ id: '{paymentId}' }, 'payments refund-refused')),
  ],
  'payouts list payouts': [
    // The bank may have paid what it had refused, or what was ended here.
    ...inState({ status: ['SENDING', 'SENT', 'REJECTED', 'CANCELLED'] }, abouts({ id: '{id}' }, 'payouts paid')),
    ...inState({ status: ['SENDING', 'SENT'] }, abouts({ id: '{id}' }, 'payouts rejected', 'payouts not-sent')),
    ...inState({ kind: ['top-up'], status: ['QUEUED'] }, abouts({ id: '{id}' }, 'payouts stop-top-up')),
  ],
  'payouts batches batches': abouts({ id: '{id}' }, 'payouts show-batch'),
  'parameter list parameters': abouts({ kind: '{kind}', key: '{key}' }, 'parameter propose'),
  'parameter list proposals': abouts({ id: '{id}' }, 'parameter approve', 'parameter reject'),
  'person timeline timeline': abouts({ personId: '{personId}', note: '{note}' }, 'person note-file'),
  'approvals list approvals': [
    { act: 'approvals approve', with: { id: '{id}' }, ifMay: '{act}' },
    ...abouts({ id: '{id}' }, 'approvals withdraw'),
  ],
  'recovery list recoveries': [
    ...abouts({ id: '{id}' }, 'recovery picture', 'recovery approve', 'recovery reject'),
    ...abouts({ personId: '{personId}' }, 'person show'),
  ],
  'data-requests list requests': [
    ...abouts({ id: '{identity}' }, 'data-requests identity'),
    ...abouts({ id: '{id}' }, 'data-requests answer'),
  ],
  'fraud list flags': abouts({ id: '{id}' }, 'fraud lift'),
  'colleagues list colleagues': [
    ...abouts({ login: '{login}', roles: '{roles}' }, 'colleagues roles'),
    ...abouts({ login: '{login}' }, 'colleagues invite', 'colleagues lock', 'colleagues unlock'),
  ],
  'write-off list proposals': abouts({ number: '{number}' }, 'write-off approve', 'write-off withdraw'),
};

/** Files of a thing that are looked at together, beside what they are compared with. */
export interface PicturesOf {
  /** The list of the answer that has them. */
  readonly rows: string;
  readonly picture: StaffActName;
  readonly paper: StaffActName;
  readonly with: Given;
  /** Types that come first, in this order. */
  readonly types: readonly string[];
  /** Values of the answer that stand beside them. */
  readonly beside: readonly string[];
  /** The person in them, for whoever does not see them. */
  readonly whose: string;
}

export const PICTURES_OF: Readonly<Partial<Record<StaffActName, PicturesOf>>> = {
  'applications show': {
    rows: 'documents',
    picture: 'applications picture',
    paper: 'applications file',
    with: { reference: '{reference}', file: '{id}' },
    types: ['DNI_FRONT', 'DNI_BACK', 'SELFIE'],
    beside: [
      'client.name',
      'client.documentType',
      'client.documentNumber',
      'steps.personal.data.birthDate',
      'amount',
      'term',
      'samePicture',
    ],
    whose: '{client.name}',
  },
};

/**
 * Parts of the page of a subject that is not simply its list: the money of a day, the books, the clients to call today.
 */
export const OF_GROUP: Readonly<Record<string, readonly About[]>> = {
  account: [shown('account show')],
  payments: [
    shown('payments unapplied'),
    shown('payments refunds'),
    shown('payments list', { status: 'UNKNOWN,IN_REVIEW' }),
  ],
  payouts: [shown('payouts list'), shown('payouts batches')],
  statements: [shown('payments unapplied')],
  books: [drawn('books weeks'), drawn('books losses'), drawn('books funnel')],
  loan: [shown('loan late')],
  person: [shown('recovery list')],
};
