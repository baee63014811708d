import type { StaffActName } from '#i18n/staff-acts.ts';

/** An act about what is shown, with what is known for it: `{personId}` is filled in from the row or the answer. */
export interface About {
  readonly act: StaffActName;
  readonly with?: Readonly<Record<string, string>>;
  /** Its answer is part of the page. */
  readonly isShown?: true;
}

type Given = Readonly<Record<string, string>>;
const abouts = (given: Given, ...acts: readonly StaffActName[]): About[] => acts.map((act) => ({ act, with: given }));
const shown = (act: StaffActName, given: Given = {}): About => ({ act, with: given, isShown: true });

/** What else is on the page of a thing, and what can be done about it. */
export const OF_ANSWER: Readonly<Partial<Record<StaffActName, readonly About[]>>> = {
  'loan show': [
    shown('contact show', { loan: '{loan.number}' }),
    shown('payments list', { loanId: '{id}' }),
    ...abouts({ personId: '{personId}' }, 'person show', 'loan originate'),
    ...abouts({ loan: '{loan.number}' }, 'contact log', 'contact pause', 'contact resume'),
    ...abouts({ number: '{loan.number}' }, 'flex offer', 'write-off propose', 'write-off approve'),
    ...abouts({ number: '{loan.number}' }, 'write-off withdraw', 'write-off reverse'),
    ...abouts({ subject: 'loan:{loan.number}' }, 'audit show'),
  ],
  'applications show': [
    ...abouts({ reference: '{reference}' }, 'applications approve', 'applications reject'),
    ...abouts({ reference: '{reference}' }, 'applications need-info', 'applications flag-fraud'),
    ...abouts({ personId: '{personId}' }, 'person show'),
    ...abouts({ subject: 'application:{reference}' }, 'audit show'),
  ],
  'person show': [
    shown('loan list', { personId: '{personId}' }),
    ...abouts({ documentType: '{document.type}' }, 'login-as issue', 'session end', 'session issue', 'person email'),
    ...abouts({ personId: '{personId}' }, 'loan originate'),
    ...abouts({ 'thing.kind': 'document', 'thing.documentType': '{document.type}' }, 'fraud look-up', 'fraud add'),
    ...abouts({}, 'recovery list', 'data-requests list'),
    ...abouts({ subject: 'person:{personId}' }, 'audit show'),
  ],
  'complaints show': [
    ...abouts({ code: '{code}' }, 'complaints assign', 'complaints note', 'complaints answer'),
    ...abouts({ code: '{code}' }, 'complaints settle', 'complaints close'),
    ...abouts({ subject: 'complaint:{code}' }, 'audit show'),
  ],
  'payments show': [
    ...abouts({ id: '{id}' }, 'payments ask', 'payments voucher', 'payments no-credit', 'payments refund'),
    ...abouts({ id: '{id}' }, 'payments refund-paid', 'payments refund-refused', 'payments dispute'),
    ...abouts({ id: '{id}' }, 'payments dispute-won', 'payments dispute-lost'),
    ...abouts({ personId: '{personId}' }, 'person show'),
  ],
  'payouts show-batch': abouts({ id: '{id}' }, 'payouts release-batch', 'payouts withdraw-batch'),
  'payouts archive': abouts({ archive: '{archive}' }, 'payouts confirm-archive'),
};

/** What can be done about a row of a list: by the act, and the name of its rows. */
export const OF_ROW: Readonly<Record<string, readonly About[]>> = {
  'tasks list tasks': abouts({ id: '{id}' }, 'tasks done'),
  'loan show papers': abouts({ number: '{loan.number}', paper: '{id}' }, 'loan paper'),
  'applications show documents': abouts({ reference: '{reference}', file: '{id}' }, 'applications file'),
  'complaints show attachments': abouts({ code: '{code}', file: '{id}' }, 'complaints file'),
  'loan late loans': abouts({ loan: '{number}' }, 'contact log'),
  'payments list payments': abouts({ id: '{id}' }, 'payments show'),
  'payments unapplied unapplied': abouts({ id: '{id}' }, 'payments match', 'payments return'),
  'payments refunds refunds': abouts({ id: '{paymentId}' }, 'payments refund-paid', 'payments refund-refused'),
  'payouts list payouts': [
    ...abouts({ id: '{id}' }, 'payouts paid', 'payouts rejected', 'payouts not-sent', 'payouts stop-top-up'),
  ],
  'payouts batches batches': abouts({ id: '{id}' }, 'payouts show-batch'),
  'parameter list proposals': abouts({ id: '{id}' }, 'parameter approve', 'parameter reject'),
  'approvals list approvals': abouts({ id: '{id}' }, 'approvals withdraw'),
  'recovery list recoveries': [
    ...abouts({ id: '{id}' }, 'recovery picture', 'recovery approve', 'recovery reject'),
    ...abouts({ personId: '{personId}' }, 'person show'),
  ],
  'data-requests list requests': abouts({ id: '{id}' }, 'data-requests answer'),
  'data-requests list visitors': abouts({ id: '{id}' }, 'data-requests identity', 'data-requests answer'),
  'fraud list flags': abouts({ id: '{id}' }, 'fraud lift'),
  'colleagues list colleagues': [
    ...abouts({ login: '{login}' }, 'colleagues roles', 'colleagues invite', 'colleagues lock', 'colleagues unlock'),
  ],
  'write-off list proposals': abouts({ number: '{number}' }, 'write-off approve', 'write-off withdraw'),
};

/** What is on the page of a subject, where it is not its list: the money of a day, the books, who to call today. */
export const OF_GROUP: Readonly<Record<string, readonly About[]>> = {
  payments: [
    shown('payments unapplied'),
    shown('payments refunds'),
    shown('payments list', { status: 'UNKNOWN,IN_REVIEW' }),
  ],
  payouts: [shown('payouts list'), shown('payouts batches')],
  statements: [shown('payments unapplied')],
  books: [shown('books trial-balance'), shown('books days-late')],
  loan: [shown('loan late')],
  person: [shown('recovery list')],
};
