import { STAFF_ACTS, type StaffActName } from '../staff-acts.ts';
import type { CodeWords } from './code-words.ts';
import { RECORDED_ACT } from './timeline.ts';

/** Acts that the record names otherwise than the desk does. */
const NAMED_OTHERWISE = new Map<string, StaffActName>(
  Object.entries<StaffActName>({
    'application.view': 'applications show',
    'application.view-file': 'applications file',
    'application.view-pictures': 'applications picture',
    'bank-line.correct': 'statements correct',
    'bank-line.view': 'statements show',
    'business-date.advance': 'date advance',
    'business-date.close': 'date close',
    'colleague.accept-invitation': 'confirm-invitation',
    'colleague.add': 'colleagues add',
    'colleague.add-passkey': 'account add-passkey',
    'colleague.desk-code': 'account desk-code',
    'colleague.end-session': 'account end-session',
    'colleague.invite': 'colleagues invite',
    'colleague.lock': 'colleagues lock',
    'colleague.password': 'account password',
    'colleague.proof': 'account prove',
    'colleague.recovery-codes': 'account recovery-codes',
    'colleague.remove-passkey': 'account remove-passkey',
    'colleague.roles': 'colleagues roles',
    'colleague.sign-in': 'sign-in',
    'colleague.sign-in-by-desk-code': 'desk-code-sign-in',
    'colleague.sign-in-by-passkey': 'passkey-sign-in',
    'colleague.sign-out': 'logout',
    'colleague.unlock': 'colleagues unlock',
    'complaint.view': 'complaints show',
    'complaint.view-file': 'complaints file',
    'data-request.answer': 'data-requests answer',
    'data-request.identity': 'data-requests identity',
    'loan.view': 'loan show',
    'loan.view-paper': 'loan paper',
    'money.match': 'payments match',
    'money.match-many': 'payments match-many',
    'money.return': 'payments return',
    'payment.ask': 'payments ask',
    'payment.dispute': 'payments dispute',
    'payment.dispute-lost': 'payments dispute-lost',
    'payment.dispute-won': 'payments dispute-won',
    'payment.dispute-won-after-refund': 'payments dispute-won',
    'payment.no-credit': 'payments no-credit',
    'payment.refund': 'payments refund',
    'payment.refund-paid': 'payments refund-paid',
    'payment.refund-refused': 'payments refund-refused',
    'payment.settle-refund': 'payments refund-paid',
    'payment.view': 'payments show',
    'payment.view-voucher': 'payments voucher',
    'payout.not-sent': 'payouts not-sent',
    'payout.paid': 'payouts paid',
    'payout.rejected': 'payouts rejected',
    'payout.stop-top-up': 'payouts stop-top-up',
    'payouts.release': 'payouts release-batch',
    'person.rewrap-keys': 'keys rewrap',
    'person.view': 'person show',
    'person.view-note-file': 'person note-file',
    'phone-recovery.look': 'recovery picture',
    'provider.settle': 'payments settle',
    'statement.import': 'statements import',
    'task.done': 'tasks done',
    'tax-document.correct': 'tax-documents correct',
    'tax-document.send': 'tax-documents send',
    'tax.declare': 'tax-documents declare',
  }),
);

/** The act of the desk that a record is of; undefined for what clients and machines do. */
export function actOnRecord(action: string): StaffActName | undefined {
  const own = action.replace(/\.(?:propose|approve|withdraw)$/, '');
  return [action, own].map((name) => NAMED_OTHERWISE.get(name) ?? directly(name)).find((name) => name !== undefined);
}

function directly(action: string): StaffActName | undefined {
  const names = [action.replaceAll('.', ' '), action.replace('.', 's ')];
  return names.find((name): name is StaffActName => Object.hasOwn(STAFF_ACTS, name));
}

const DIRECT: CodeWords = {
  ...Object.fromEntries(Object.entries(STAFF_ACTS).map(([name, { es, en }]) => [name.replaceAll(' ', '.'), [es, en]])),
  ...Object.fromEntries(
    [...NAMED_OTHERWISE].map(([action, name]) => [action, [STAFF_ACTS[name].es, STAFF_ACTS[name].en]]),
  ),
  'client-area.*': RECORDED_ACT['client-area'],
  'colleague.first-administrator': ['Se hizo al primer administrador', 'First administrator made'],
  ...RECORDED_ACT,
};

/** Acts as the record of every act names them: those of the desk, their proposals, and what clients and machines do. */
export const AUDIT_ACT: CodeWords = {
  ...Object.fromEntries(
    Object.entries(DIRECT).flatMap(([action, [es = '', en = '']]) => [
      [`${action}.propose`, [`${es}: se propuso`, `${en}: proposed`]],
      [`${action}.approve`, [`${es}: se aprobó`, `${en}: approved`]],
      [`${action}.withdraw`, [`${es}: se retiró la propuesta`, `${en}: proposal withdrawn`]],
    ]),
  ),
  ...DIRECT,
};

/** The names on record of an act of the desk: its own, and those of its proposal, approval and withdrawal. */
export function actionsOnRecord(act: StaffActName): readonly string[] {
  return Object.keys(AUDIT_ACT).filter((action) => actOnRecord(action) === act);
}
