import type { Role, StaffCaller } from '#server/lending/staff/colleague.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { TASK_KINDS, type TaskKind } from '#server/lending/staff/task-store.ts';

/** The subject of an entry: the id that the command takes, and the id of the entry itself. */
export interface WaitingSubject {
  /** Of the row that waits; of a task its own. */
  readonly id: string;
  /** `SOL-2026-0001234`, `payment:<id>`, `product:1`. */
  readonly subject: string;
}

/**
 * Kinds that wait as a row of their own subject, not as a task: such an entry must leave the list when it is dealt
 * with, and not before.
 */
export const ROW_KINDS = [
  'application-review',
  'application-second-person',
  'complaint',
  'data-request',
  'disbursement-failed',
  'dispute-open',
  'money-unapplied',
  'parameter-proposal',
  'payment-unknown',
  'payout-batch',
  'payout-flagged',
  'phone-recovery',
  'second-account',
  'settlement-due',
  'visitor-data-request',
  'voucher-in-review',
  'write-off-proposal',
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** Tasks that say the same as a row: the row counts, and a task that is ticked off hides nothing. */
export const TOLD_BY_ROWS = [
  'data-request',
  'money-unapplied',
  'payment-unknown',
] as const satisfies readonly (TaskKind & RowKind)[];

export type WaitingKind = RowKind | TaskKind;

export const WAITING_KINDS: readonly WaitingKind[] = [...new Set([...ROW_KINDS, ...TASK_KINDS])];

/**
 * The roles whose work each kind is: it stands first in their list, and of tasks they alone may say that it is done. A
 * second account is anybody whose roles may do what was proposed.
 */
export const ROLES_OF_KIND: Readonly<Record<WaitingKind, readonly Role[]>> = {
  ...ofRoles(['underwriter'], 'application-review'),
  ...ofRoles(['underwriter', 'compliance'], 'application-second-person', 'payout-flagged'),
  ...ofRoles(['support', 'compliance'], 'complaint', 'letter-given-up'),
  ...ofRoles(['compliance'], 'data-request', 'visitor-data-request'),
  ...ofRoles(['support', 'finance'], 'disbursement-failed', 'payment-unknown'),
  ...ofRoles(['finance'], 'dispute-open', 'money-unapplied', 'payout-batch', 'settlement-due', 'voucher-in-review'),
  ...ofRoles(['finance'], 'write-off-proposal', 'amounts-differ', 'bank-answer-failing', 'bank-answer-unread'),
  ...ofRoles(['finance'], 'chargeback-beyond-payment', 'credit-taken-back', 'disbursement-stopped'),
  ...ofRoles(['finance'], 'payment-not-told', 'payout-came-back', 'payout-not-found', 'payout-not-owed'),
  ...ofRoles(['finance'], 'payout-paid-late', 'payouts-held', 'refund-unknown', 'statement-differs'),
  ...ofRoles(['finance'], 'voucher-named-twice'),
  ...ofRoles(['finance', 'compliance'], 'parameter-proposal', 'figures-missing', 'product-closed'),
  ...ofRoles(['support'], 'phone-recovery', 'address-refused', 'contact-change-stuck'),
  ...ofRoles(['support', 'admin'], 'messages-refused'),
  ...ofRoles(['compliance', 'admin'], 'codes-above-usual', 'colleague-guessed'),
  ...ofRoles(['finance', 'admin'], 'webhook-failing', 'webhook-not-understood'),
  ...ofRoles(['admin'], 'uncaught-error'),
  ...ofRoles(ROLES, 'second-account'),
};

function ofRoles<Kind extends WaitingKind>(roles: readonly Role[], ...kinds: readonly Kind[]) {
  return Object.fromEntries(kinds.map((kind) => [kind, roles])) as Record<Kind, readonly Role[]>;
}

/** Tells whether a kind is the work of somebody with one of these roles. */
export function isOwnKind(kind: WaitingKind, roles: readonly StaffCaller[]): boolean {
  return ROLES_OF_KIND[kind].some((role) => roles.includes(role));
}

/** Tells whether people say of a kind that it is done; any other leaves the list when it is dealt with. */
export function isTaskKind(kind: WaitingKind): kind is TaskKind {
  return (TASK_KINDS as readonly WaitingKind[]).includes(kind) && !(ROW_KINDS as readonly WaitingKind[]).includes(kind);
}

const idOf = (subject: string): string => subject.slice(subject.indexOf(':') + 1);

/** The command that deals with each kind, after `npm run lender --`. The operator fills in the words in capitals. */
export const WAITING_COMMANDS: Readonly<Record<WaitingKind, (of: WaitingSubject) => string>> = {
  'application-review': ({ subject }) => `applications show ${subject}`,
  'application-second-person': ({ subject }) => `applications show ${subject}`,
  complaint: ({ subject }) => `complaints show ${subject}`,
  'data-request': ({ id }) => `data-requests answer ${id} --status DONE --answer "…"`,
  'disbursement-failed': ({ subject }) => `loan show ${subject}`,
  'dispute-open': ({ subject }) => `payments dispute-won ${idOf(subject)}`,
  'money-unapplied': ({ id }) => `payments match ${id} --loan P-…`,
  'parameter-proposal': ({ id }) => `parameter approve ${id}`,
  'payment-unknown': ({ id }) => `payments ask ${id}`,
  'payout-batch': ({ id }) => `payouts show-batch ${id}`,
  'payout-flagged': ({ subject }) => `fraud lift ${idOf(subject)} "…"`,
  'phone-recovery': ({ id }) => `recovery picture ${id} --out picture.jpg`,
  'second-account': ({ id }) => `approvals approve ${id}`,
  'settlement-due': ({ subject }) =>
    `payments settle ${idOf(subject)} --ref REF --lines @lines.csv --cost 0 --date DATE --line MONEY-ID`,
  'visitor-data-request': ({ id }) => `data-requests answer ${id} --status DONE --answer "…"`,
  'voucher-in-review': ({ id }) => `payments voucher ${id} --out voucher.pdf`,
  'write-off-proposal': ({ subject }) => `write-off approve ${subject}`,
  'address-refused': ticked,
  'amounts-differ': ticked,
  'bank-answer-failing': ticked,
  'bank-answer-unread': () => 'payouts archive',
  'chargeback-beyond-payment': ({ subject }) => `payments show ${idOf(subject)}`,
  'codes-above-usual': ticked,
  'colleague-guessed': ticked,
  'contact-change-stuck': ticked,
  'credit-taken-back': ticked,
  'disbursement-stopped': ticked,
  'figures-missing': () => 'parameter list',
  'letter-given-up': ticked,
  'messages-refused': ticked,
  'payment-not-told': ({ id, subject }) =>
    subject.startsWith('payment:') ? `payments ask ${idOf(subject)}` : `tasks done ${id}`,
  'payout-came-back': ticked,
  'payout-not-found': ({ subject }) => `payouts paid ${idOf(subject)} --ref REF --date DATE`,
  'payout-not-owed': ticked,
  'payout-paid-late': ticked,
  'payouts-held': () => 'payouts archive',
  'product-closed': () => 'parameter list',
  'refund-unknown': ({ subject }) => `payments refund-paid ${idOf(subject)} --ref REF`,
  'statement-differs': ({ subject }) => `statements correct ${idOf(subject)} --amount AMOUNT`,
  'uncaught-error': ticked,
  'voucher-named-twice': ({ subject }) => `payments voucher ${idOf(subject)} --out voucher.pdf`,
  'webhook-failing': ticked,
  'webhook-not-understood': ticked,
};

/** It is looked into elsewhere, as its note says, and then ticked off. */
function ticked({ id }: WaitingSubject): string {
  return `tasks done ${id}`;
}
