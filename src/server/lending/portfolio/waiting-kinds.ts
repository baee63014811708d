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

/** Tasks that say the same as a row: the row counts, and a task that is ticked off hides nothing. */
export const TOLD_BY_ROWS = [
  'data-request',
  'money-unapplied',
  'payment-unknown',
] as const satisfies readonly (TaskKind & RowKind)[];

export type WaitingKind = RowKind | TaskKind;

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
