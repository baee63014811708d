import { screenPath } from '#api/screens.ts';
import { DEFAULT_LOCALE, type Locale, localePath } from '#i18n/locale.ts';
import type { BusinessDate } from '#loan/business-days.ts';
import { addDays, type CalendarDate, calendarDate, daysBetween } from '#loan/calendar.ts';
import type { ExtensionOffer } from '#loan/extension-offer.ts';
import type { StoredQuote } from '#loan/extension-outcome.ts';
import type { Loan, QuotedPrice } from '#loan/loan.ts';
import type { Cents } from '#loan/money.ts';
import type { Clock } from '#server/kit/clock.ts';
import { createClock } from '#server/kit/clock.ts';
import type { RateLimit } from '#server/kit/rate-limit.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { CardGateway } from '#server/lending/gateways/card/card-gateway.ts';
import type { CashCodeGateway } from '#server/lending/gateways/cash-code/cash-code-gateway.ts';
import type { PayoutGateway } from '#server/lending/gateways/payout/payout-gateway.ts';
import type { TransferAccount } from '#server/lending/gateways/transfer/transfer-accounts.ts';
import type { ParameterSource } from '#server/lending/parameters/parameter-source.ts';
import type { MoneyContext } from './receive-money.ts';

export const ONLINE_PAYMENT_PATH = '/api/v1/online-payment';

/** The ways in which money can come; one that is undefined or empty is not offered. */
export interface PaymentGateways {
  readonly card: CardGateway | undefined;
  readonly cashCode: CashCodeGateway | undefined;
  readonly transferAccounts: readonly TransferAccount[];
  /** The bank that refunds go out through; absent: this process pays nothing out. */
  readonly payout?: PayoutGateway | undefined;
}

/** A quoted extension, ready to be paid. */
export interface ExtensionQuote {
  readonly kind: 'quoted';
  readonly amountCents: Cents;
  readonly termDays: number;
  /** Before IGV. */
  readonly feeCents: Cents;
  /** The legal maximum of the day it was quoted. */
  readonly capPercent: number | undefined;
  readonly quote: QuotedPrice;
}

/** A quote of a locked loan. */
export interface AskedQuote {
  readonly quoteId: string;
  readonly loanId: string;
  readonly loan: Loan;
  readonly day: BusinessDate;
}

/** Finds the quote of a loan in the open transaction. */
export type TakeExtensionQuote = (
  trx: Trx,
  asked: AskedQuote,
) => Promise<ExtensionQuote | { readonly kind: 'expired' } | { readonly kind: 'not-there' }>;

/** An extension that a payment named. */
export interface SoldExtension extends StoredQuote {
  readonly quote: ExtensionOffer;
}

/**
 * The functions of extensions that payments call. Extensions are arrangements, which import payments, so they are
 * handed in at the composition root.
 */
export interface ExtensionSales {
  readonly take: TakeExtensionQuote;
  /** The part of the price that is missing; undefined when the quote cannot be paid any more. */
  readonly missing: (trx: Trx, asked: AskedQuote) => Promise<Cents | undefined>;
  /** Quotes by their ids, unordered. */
  readonly read: (db: Db, ids: readonly string[]) => Promise<SoldExtension[]>;
}

/**
 * New payments of one client. Each costs a call to a provider and a code lives for days; a client who keeps changing
 * amount and method for an hour stays below. A payment that exists already is always answered.
 */
export const PAYMENT_LIMIT: RateLimit = { perMinute: 2, burst: 60 };
/**
 * Messages of providers from one address, right or wrong, in this process: it protects the time that signatures take.
 * Ten a second is far above what a provider sends; one that is refused is sent again, as the answer 429 says, and what
 * never comes is asked for (see `payment-janitor`), so that no money is lost.
 */
export const WEBHOOK_LIMIT: RateLimit = { perMinute: 600, burst: 600 };
/** Vouchers of one client: each may bring a picture of megabytes. */
export const VOUCHER_LIMIT: RateLimit = { perMinute: 10, burst: 20 };

/** The services that payments share. */
export interface PaymentContext extends MoneyContext {
  readonly vault: Vault;
  readonly trustedProxies: number;
  readonly parameters: ParameterSource;
  readonly gateways: PaymentGateways;
  /** `https://manay.example`, without a slash: where providers send people back to. */
  readonly siteUrl: string;
  /** Absent: extensions are not sold. */
  readonly extensions?: ExtensionSales | undefined;
}

/**
 * The unguessable part of the address that a payment's checkout posts to: made from its id with the index key, so that
 * the database alone, which keeps only its hash, does not tell it.
 */
export function intentKeyOf(vault: Vault, intentId: string): string {
  return vault.blindIndex('payment-intent', intentId);
}

/** The address that a checkout posts the transaction token to: without a session or a cookie (design §8). */
export function payUrl({ siteUrl, vault }: Pick<PaymentContext, 'siteUrl' | 'vault'>, intentId: string): string {
  return `${siteUrl}${ONLINE_PAYMENT_PATH}/${intentKeyOf(vault, intentId)}`;
}

/** The page that tells how a payment ended, in the language it was started in. */
export function completedUrl(
  { siteUrl }: Pick<PaymentContext, 'siteUrl'>,
  intent?: { readonly id: string; readonly locale: Locale },
): string {
  const page = localePath(intent?.locale ?? DEFAULT_LOCALE, screenPath('online-payment-completed'));
  return `${siteUrl}${page}${intent ? `?p=${intent.id}` : ''}`;
}

/**
 * The business date of an instant that a provider names. The sandbox's date may be ahead of the world's: what happens
 * there today happens here on the business date.
 */
export function businessDateOf(clock: Clock, instant: number): CalendarDate {
  const worldDate = (at: number): CalendarDate => calendarDate(createClock({ now: () => at }).businessDate());
  return addDays(worldDate(instant), daysBetween(worldDate(clock.now()), calendarDate(clock.businessDate())));
}

/** The business date on which a code was paid: never before it was made, whatever date a provider names. */
export function codePaidOn(
  clock: Clock,
  paidAt: number,
  intent: { readonly createdOn: CalendarDate } | undefined,
): CalendarDate {
  const date = businessDateOf(clock, paidAt);
  return intent && date < intent.createdOn ? intent.createdOn : date;
}

/** The context of a process, from what it shares and how it reaches the world. */
export function createPaymentContext(
  services: Pick<PaymentContext, 'db' | 'clock' | 'calendar' | 'log' | 'vault' | 'parameters' | 'trustedProxies'>,
  options: { readonly gateways?: PaymentGateways | undefined; readonly siteUrl: string },
): PaymentContext {
  return { ...services, gateways: options.gateways ?? NOTHING_OFFERED, siteUrl: options.siteUrl };
}

const NOTHING_OFFERED: PaymentGateways = { card: undefined, cashCode: undefined, transferAccounts: [] };
