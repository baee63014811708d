import type { StaffActName } from '#i18n/staff-acts.ts';
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
  ...ofRoles(['finance'], 'voucher-named-twice', 'tax-document-refused', 'tax-document-unsent'),
  ...ofRoles(['finance', 'admin'], 'tax-certificate-ends', 'tax-not-issued'),
  ...ofRoles(['finance', 'compliance'], 'parameter-proposal', 'figures-missing', 'product-closed'),
  ...ofRoles(['support'], 'phone-recovery', 'address-refused', 'contact-change-stuck'),
  ...ofRoles(['support', 'admin'], 'messages-refused'),
  ...ofRoles(['compliance', 'admin'], 'codes-above-usual', 'colleague-guessed', 'colleague-passkey'),
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

/** An act, and the fields of it that are known already. */
export interface WaitingAct {
  readonly act: StaffActName;
  readonly with: Readonly<Record<string, string>>;
}

const byId =
  (act: StaffActName) =>
  ({ id }: WaitingSubject): WaitingAct => ({ act, with: { id } });
const bySubject =
  (act: StaffActName, field: string) =>
  ({ subject }: WaitingSubject): WaitingAct => ({ act, with: { [field]: idOf(subject) } });
const alone = (act: StaffActName) => (): WaitingAct => ({ act, with: {} });
/** It is looked into elsewhere, as its sentence says, and then ticked off. */
const ticked = byId('tasks done');

/** The act that deals with each kind; the colleague says the rest of its fields. */
export const WAITING_ACTS: Readonly<Record<WaitingKind, (of: WaitingSubject) => WaitingAct>> = {
  'application-review': bySubject('applications show', 'reference'),
  'application-second-person': bySubject('applications show', 'reference'),
  complaint: bySubject('complaints show', 'code'),
  'data-request': byId('data-requests answer'),
  'disbursement-failed': bySubject('loan show', 'number'),
  'dispute-open': bySubject('payments dispute-won', 'id'),
  'money-unapplied': byId('payments match'),
  'parameter-proposal': byId('parameter approve'),
  'payment-unknown': byId('payments ask'),
  'payout-batch': byId('payouts show-batch'),
  'payout-flagged': bySubject('fraud lift', 'id'),
  'phone-recovery': byId('recovery picture'),
  'second-account': byId('approvals approve'),
  'settlement-due': bySubject('payments settle', 'provider'),
  'visitor-data-request': byId('data-requests answer'),
  'voucher-in-review': byId('payments voucher'),
  'write-off-proposal': bySubject('write-off approve', 'number'),
  'address-refused': ticked,
  'amounts-differ': ticked,
  'bank-answer-failing': ticked,
  'bank-answer-unread': alone('payouts archive'),
  'chargeback-beyond-payment': bySubject('payments show', 'id'),
  'codes-above-usual': ticked,
  'colleague-guessed': ticked,
  'colleague-passkey': ticked,
  'contact-change-stuck': ticked,
  'credit-taken-back': ticked,
  'disbursement-stopped': ticked,
  'figures-missing': alone('parameter list'),
  'letter-given-up': ticked,
  'messages-refused': ticked,
  'payment-not-told': (of) => (of.subject.startsWith('payment:') ? bySubject('payments ask', 'id')(of) : ticked(of)),
  'payout-came-back': ticked,
  'payout-not-found': bySubject('payouts paid', 'id'),
  'payout-not-owed': ticked,
  'payout-paid-late': ticked,
  'payouts-held': alone('payouts archive'),
  'product-closed': alone('parameter list'),
  'refund-unknown': bySubject('payments refund-paid', 'id'),
  'statement-differs': bySubject('statements correct', 'id'),
  'tax-certificate-ends': ticked,
  'tax-document-refused': bySubject('tax-documents show', 'id'),
  'tax-document-unsent': bySubject('tax-documents show', 'id'),
  'tax-not-issued': ticked,
  'uncaught-error': ticked,
  'voucher-named-twice': bySubject('payments voucher', 'id'),
  'webhook-failing': ticked,
  'webhook-not-understood': ticked,
};
