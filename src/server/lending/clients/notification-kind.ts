import type { ScreenName } from '#api/screens.ts';
import type { Locale } from '#i18n/locale.ts';
import type { MessagePurpose } from '#loan/contact-hours.ts';
import type { Severity } from './tables.ts';

export type Language = Locale;

/** One text in both languages. `{amount}` stands for `amountCents`, formatted; dates are formatted too. */
export type Wording = Readonly<Record<Language, string>>;

/** The channels by which a message of ours reaches clients outside the client area. */
export type OutsideChannel = 'email' | 'sms';

/** One kind of notification. Its texts never contain names of people, documents or telephone numbers. */
export interface KindOfNotification {
  /** Raised with every change of a text, so that the log of sent messages identifies the wording. */
  readonly version: number;
  readonly severity: Severity;
  /** The screen it links to. */
  readonly link: ScreenName;
  /** Determines the hours of sending; marketing also needs a consent. Late debt keeps collection hours (domain 2.16). */
  readonly purpose: Exclude<MessagePurpose, 'security'>;
  readonly channels: readonly OutsideChannel[];
  readonly title: Wording;
  readonly body: Wording;
  /** Names the matter, without amounts, in letters of the GSM alphabet; the lender's name goes before it. */
  readonly sms: Wording;
  /** For those who chose the neutral text, where it may say more than that there is a message (domain 2.20). */
  readonly discreetSms?: Wording;
}

/** Declares every kind of `Params`, and no other. */
export type NotificationsOf<Params> = Readonly<Record<keyof Params, KindOfNotification>>;

/** Parameters of most texts. Céntimos end in `Cents`; dates are `YYYY-MM-DD`. */
export interface OfLoan {
  readonly loanNumber: string;
}

export interface AmountBy extends OfLoan {
  readonly amountCents: number;
  readonly dueDate: string;
}
