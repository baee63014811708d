import type { ScreenName } from '#api/screens.ts';
import type { MessagePurpose } from '#loan/contact-hours.ts';
import type { Severity } from './tables.ts';

/** What a text is filled with: names of people, documents and telephones never. Céntimos end in `Cents`; dates are `YYYY-MM-DD`. */
interface OfLoan {
  readonly loanNumber: string;
}

interface AmountBy extends OfLoan {
  readonly amountCents: number;
  readonly dueDate: string;
}

/** Every kind of news a client can get, and what it says. */
export interface NotificationParams {
  readonly 'payment-soon': AmountBy & { readonly lastDay: string };
  readonly 'payment-due': AmountBy & { readonly lastDay: string };
  readonly 'payment-late': AmountBy;
  readonly 'payment-overdue': AmountBy;
  readonly 'plan-at-risk': AmountBy & { readonly endsOn: string };
  readonly 'flex-at-risk': AmountBy & { readonly endsOn: string };
  readonly 'payment-received': OfLoan & { readonly amountCents: number; readonly paidOn: string };
  readonly 'payment-taken-back': OfLoan & { readonly amountCents: number; readonly paidOn: string };
  readonly 'loan-disbursed': OfLoan & { readonly amountCents: number };
  readonly 'disbursement-failed': OfLoan & { readonly amountCents: number; readonly answerBy: string };
  readonly 'loan-paid-off': OfLoan;
  readonly 'extension-active': OfLoan & { readonly newDueDate: string };
  readonly 'plan-confirmed': OfLoan & {
    readonly payments: number;
    readonly amountCents: number;
    readonly firstDate: string;
  };
  readonly 'plan-broken': OfLoan;
  readonly 'flex-activated': OfLoan & { readonly amountCents: number; readonly firstDate: string };
  readonly 'flex-ended': OfLoan;
  readonly 'top-up-paid': OfLoan & { readonly amountCents: number };
  readonly 'top-up-failed': OfLoan & { readonly amountCents: number };
  readonly 'document-ready': OfLoan;
  readonly 'next-loan': Readonly<Record<string, never>>;
}
export type NotificationKind = keyof NotificationParams;

/** The ways a message of ours leaves the client area. */
export type OutsideChannel = 'email' | 'sms';

export interface KindOfNotification {
  /** Grows with every change of its texts, so that the log of what was sent says which words it was. */
  readonly version: number;
  readonly severity: Severity;
  /** The screen it leads to. */
  readonly link: ScreenName;
  /** Decides its hours, and for marketing that it needs a consent. */
  readonly purpose: Exclude<MessagePurpose, 'security'>;
  readonly channels: readonly OutsideChannel[];
}

const BOTH = ['email', 'sms'] as const;
const EMAIL = ['email'] as const;
const REPAY = 'profile-components-payment-repay-loan';
const PLAN = 'profile-cards-payment-plan';
const FLEX = 'profile-cards-flex-pay';

function kind(
  severity: Severity,
  link: ScreenName,
  purpose: KindOfNotification['purpose'],
  channels: readonly OutsideChannel[],
): KindOfNotification {
  return { version: 1, severity, link, purpose, channels };
}

/** Service messages need no consent; what concerns a debt that is late keeps the hours of collections (domain 2.16). */
export const NOTIFICATION_KINDS: Readonly<Record<NotificationKind, KindOfNotification>> = {
  'payment-soon': kind('INFO', REPAY, 'service', BOTH),
  'payment-due': kind('WARNING', REPAY, 'service', BOTH),
  'payment-late': kind('WARNING', REPAY, 'collection', BOTH),
  'payment-overdue': kind('CRITICAL', REPAY, 'collection', BOTH),
  'plan-at-risk': kind('CRITICAL', PLAN, 'collection', BOTH),
  'flex-at-risk': kind('CRITICAL', FLEX, 'collection', BOTH),
  'payment-received': kind('SUCCESS', 'profile', 'service', EMAIL),
  'payment-taken-back': kind('CRITICAL', REPAY, 'service', BOTH),
  'loan-disbursed': kind('SUCCESS', 'profile', 'service', BOTH),
  'disbursement-failed': kind('CRITICAL', 'profile', 'service', BOTH),
  'loan-paid-off': kind('SUCCESS', 'profile-documents', 'service', BOTH),
  'extension-active': kind('SUCCESS', 'profile', 'service', EMAIL),
  'plan-confirmed': kind('SUCCESS', PLAN, 'service', EMAIL),
  'plan-broken': kind('CRITICAL', REPAY, 'collection', BOTH),
  'flex-activated': kind('SUCCESS', FLEX, 'service', EMAIL),
  'flex-ended': kind('CRITICAL', REPAY, 'collection', BOTH),
  'top-up-paid': kind('SUCCESS', 'profile', 'service', BOTH),
  'top-up-failed': kind('WARNING', 'profile', 'service', EMAIL),
  'document-ready': kind('INFO', 'profile-documents', 'service', EMAIL),
  'next-loan': kind('INFO', 'profile', 'marketing', BOTH),
};

export function isNotificationKind(name: string): name is NotificationKind {
  return Object.hasOwn(NOTIFICATION_KINDS, name);
}

/** The texts of one language. `{amount}` stands for `amountCents`. */
export interface NotificationTexts {
  readonly kinds: Readonly<Record<NotificationKind, KindTexts>>;
  /** An SMS on a telephone that may be shared: neither lender nor amount nor debt (domain 2.20). */
  readonly quietSms: string;
  readonly quietUrgentSms: string;
  readonly namedSms: string;
  readonly greeting: string;
  readonly greetingWithoutName: string;
  readonly readMore: string;
  readonly security: string;
  readonly chooseChannels: string;
  readonly unsubscribe: string;
}

interface KindTexts {
  readonly title: string;
  readonly body: string;
  /** For clients who chose details; the lender's name goes before it. */
  readonly sms: string;
}
