import type { CalendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';

export interface PayoutOrder {
  /** Our id, the same for every attempt, so that an order is paid once. Letters, digits and dashes, at most 40. */
  readonly orderId: string;
  readonly amountCents: Cents;
  /** The client's interbank account number: 20 digits. */
  readonly cci: string;
  /** The owner of the account, as the bank knows them. */
  readonly holder: string;
  /** Purpose of the money, for whoever reads the archive without the books: `P-2026-0000001 loan`. */
  readonly about?: string;
}

export type PayoutState =
  /** Taken, and not yet paid or rejected. */
  | { readonly kind: 'accepted'; readonly providerRef: string }
  | { readonly kind: 'paid'; readonly providerRef: string; readonly valueDate: CalendarDate }
  /** Also when money that was paid has come back from the client's bank. */
  | { readonly kind: 'rejected'; readonly reason: string };

/** An order as it lies in an archive. */
export interface ArchivedOrder {
  readonly orderId: string;
  readonly amountCents: Cents;
  /** The last four digits. */
  readonly account: string;
  /** `P-2026-0000001 loan`; empty when it was not noted. */
  readonly about: string;
}

/** Orders that were sent from a machine, on its own disk. */
export interface PayoutArchive {
  /** Its directory, for operators. */
  readonly place: string;
  /** Its name, which lies in it; a new one gets its name here. */
  identify(): Promise<string>;
  /** The ids of all orders in it. */
  orderIds(): Promise<readonly string[]>;
  read(orderId: string): Promise<ArchivedOrder | undefined>;
}

/** Answer of a bank about one order. */
export interface BankResult {
  readonly orderId: string;
  readonly state: PayoutState;
}

/** A file of a bank with answers to many orders. */
export interface AnswerFile {
  readonly name: string;
  /** Of its content: the same answers have the same. */
  readonly digest: string;
  readonly results: readonly BankResult[];
  /** Problems of what could not be read, line by line: for staff. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Why nothing of it counts, in one sentence: what it says does not agree with itself or with what was sent. */
  readonly refused?: string;
}

/** Answers that a bank sends by itself. */
export interface BankAnswers {
  /** Unprocessed files, in the order of their names. One that is still being written waits. */
  unread(): Promise<readonly AnswerFile[]>;
  /** Puts a file away; what it says of an order stays known to `find`. */
  markRead(file: AnswerFile): Promise<void>;
}

/** The orders of a day, in one file. */
export interface PayoutBatch {
  /** Never used twice, like the id of an order. */
  readonly batchId: string;
  readonly date: CalendarDate;
  readonly orders: readonly PayoutOrder[];
}

/** A bank that takes the orders of a day in one file. */
export interface PayoutBatches {
  /**
   * Notes in the archive that an order is in a batch, before the file is there: from then on the archive knows it as sent.
   * Repeating it changes nothing.
   * @returns false: the archive knows it already, alone or in another batch; it must not be in this one
   * @throws NoAnswer
   */
  claim(batchId: string, order: PayoutOrder): Promise<boolean>;
  /**
   * Publishes the file of a batch whose orders must have been claimed: once, however often it is asked to.
   * @throws NoAnswer when it is not known whether the bank can collect it
   */
  publish(batch: PayoutBatch): Promise<void>;
}

/** A bank that pays loans out. */
export interface PayoutGateway {
  /** Undefined: the bank is asked about each order, and says nothing by itself. */
  readonly answers?: BankAnswers;
  /** Undefined: the bank itself remembers every order. */
  readonly archive?: PayoutArchive;
  /** Undefined: orders go out one by one. Else only together, when people have looked at them. */
  readonly batches?: PayoutBatches;
  /**
   * Sends an order, or returns its state when it was sent before and is still known here: another machine's archive, or
   * one that was restored, may not know it. The caller has claimed the order; sending again is never a way to ask for its state.
   * @throws NoAnswer when it is not known whether the order was accepted
   */
  send(order: PayoutOrder): Promise<PayoutState>;
  /**
   * Asks what became of an order. `not-found` means that nothing is known here, not that the order is unpaid: it must
   * not be sent again because of it.
   * @throws NoAnswer
   */
  find(orderId: string): Promise<PayoutState | { readonly kind: 'not-found' }>;
}

const ORDER_ID = /^[A-Za-z0-9-]{1,40}$/;

/** An invalid order is our own bug, never a client's: it was checked before signing. */
export function assertPayable({ orderId, amountCents, cci }: PayoutOrder): void {
  assertOrderId(orderId);
  if (!/^\d{20}$/.test(cci)) throw new RangeError('a CCI has 20 digits');
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) throw new RangeError('a payout is more than nothing');
}

export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}

/** The id is used in file names and URLs. */
export function assertOrderId(orderId: string): void {
  if (!isOrderId(orderId)) throw new RangeError('an order id is made of letters, digits and dashes');
}
