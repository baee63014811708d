import type { StaffActName } from '#i18n/staff-acts.ts';
import type { TaskKind } from '#server/lending/staff/task-store.ts';

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
  'uncaught-error': ticked,
  'voucher-named-twice': bySubject('payments voucher', 'id'),
  'webhook-failing': ticked,
  'webhook-not-understood': ticked,
};
