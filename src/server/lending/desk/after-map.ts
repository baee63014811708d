import type { StaffActName } from '#i18n/staff-acts.ts';
import type { TASK_KIND } from '#i18n/staff-codes/desk.ts';
import { TASK_KINDS } from '#server/lending/staff/task-store.ts';
import type { About } from './desk-map.ts';

type Given = NonNullable<About['with']>;
type Kind = keyof typeof TASK_KIND;

/** Tasks that wait as a row of their own too are dealt with there. */
const OF_ROWS: readonly Kind[] = ['data-request', 'money-unapplied', 'payment-unknown'];
const TICKED: readonly Kind[] = TASK_KINDS.filter((kind) => !OF_ROWS.includes(kind));

/** The things that an act was about, and what comes next with them: filled in from its form and its answer. */
export const AFTER: Readonly<Partial<Record<StaffActName, readonly About[]>>> = {
  ...each(
    [
      'account add-passkey',
      'account remove-passkey',
      'account password',
      'account recovery-codes',
      'account desk-code',
    ],
    { 'account show': {} },
  ),
  ...each(['account end-session'], { 'account show': {} }),
  ...each(['applications approve', 'applications reject', 'applications need-info', 'applications flag-fraud'], {
    'applications show': { reference: '{reference}' },
  }),
  ...each(['complaints assign', 'complaints note', 'complaints answer', 'complaints settle', 'complaints close'], {
    'complaints show': { code: '{code}' },
  }),
  'contact log': [
    { act: 'contact outcome', with: { loan: '{loan}', attempt: '{id}' } },
    { act: 'loan show', with: { number: '{loan}' } },
  ],
  ...each(['contact outcome', 'contact pause', 'contact resume'], {
    'loan show': { number: '{loan}' },
  }),
  'payments match': [{ act: 'payments show', with: { id: '{paymentId}' } }],
  'payouts make-batch': [
    { act: 'payouts show-batch', with: { id: '{id}' } },
    { act: 'payouts release-batch', with: { id: '{id}' } },
  ],
  ...each(['payouts release-batch', 'payouts withdraw-batch'], { 'payouts show-batch': { id: '{id}' } }),
  ...each(
    ['payments ask', 'payments no-credit', 'payments refund', 'payments refund-paid', 'payments refund-refused'],
    {
      'payments show': { id: '{id}' },
    },
  ),
  ...each(['payments dispute', 'payments dispute-won', 'payments dispute-lost'], { 'payments show': { id: '{id}' } }),
  ...each(['write-off propose', 'write-off approve', 'write-off withdraw', 'write-off reverse', 'flex offer'], {
    'loan show': { number: '{number}' },
  }),
  ...each(['tax-documents send', 'tax-documents correct'], { 'tax-documents show': { id: '{id}' } }),
  'tax-documents declare': [{ act: 'tax-documents books', with: {} }],
  'loan originate': [{ act: 'loan show', with: { number: '{number}' } }],
  ...each(['person note', 'person email'], { 'person show': { personId: '{personId}' } }),
  'person create': [{ act: 'person show', with: { personId: '{personId}' } }],
  ...each(['statements import'], { 'payments match-many': {}, 'payments unapplied': {} }),
  ...each(['payments match-many'], { 'payments unapplied': {} }),
  ...each(['statements correct'], { 'statements show': { id: '{id}' }, 'payments unapplied': {} }),
};

/** The queue that an act takes something from: its kinds in the list of what waits. */
export const QUEUE_OF: Readonly<Partial<Record<StaffActName, readonly Kind[]>>> = {
  ...queue(['application-review', 'application-second-person'], 'applications approve', 'applications reject'),
  ...queue(['application-review', 'application-second-person'], 'applications need-info', 'applications flag-fraud'),
  ...queue(['complaint'], 'complaints assign', 'complaints answer', 'complaints settle', 'complaints close'),
  ...queue(['data-request', 'visitor-data-request'], 'data-requests answer'),
  ...queue(['dispute-open'], 'payments dispute-won', 'payments dispute-lost'),
  ...queue(['money-unapplied'], 'payments match', 'payments match-many', 'payments return'),
  ...queue(['parameter-proposal'], 'parameter approve', 'parameter reject'),
  ...queue(['payment-unknown'], 'payments ask'),
  ...queue(['payout-batch'], 'payouts release-batch', 'payouts withdraw-batch'),
  ...queue(['payout-flagged'], 'fraud lift'),
  ...queue(['phone-recovery'], 'recovery approve', 'recovery reject'),
  ...queue(['second-account'], 'approvals approve', 'approvals withdraw'),
  ...queue(['settlement-due'], 'payments settle'),
  ...queue(TICKED, 'tasks done'),
  ...queue(['voucher-in-review'], 'payments no-credit'),
  ...queue(['write-off-proposal'], 'write-off approve', 'write-off withdraw'),
};

/** Acts of the worklist of late loans, after which the next client is called. */
export const CALLS: ReadonlySet<StaffActName> = new Set<StaffActName>(['contact outcome', 'contact pause']);

function each(
  acts: readonly StaffActName[],
  links: Partial<Record<StaffActName, Given>>,
): Partial<Record<StaffActName, readonly About[]>> {
  const abouts = Object.entries(links).map(([act, given]) => ({ act: act as StaffActName, with: given }));
  return Object.fromEntries(acts.map((act) => [act, abouts]));
}

function queue(
  kinds: readonly Kind[],
  ...acts: readonly StaffActName[]
): Partial<Record<StaffActName, readonly Kind[]>> {
  return Object.fromEntries(acts.map((act) => [act, kinds]));
}
