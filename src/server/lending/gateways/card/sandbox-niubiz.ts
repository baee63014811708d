import { randomUUID } from 'node:crypto';
import type { Cents } from '#loan/money.ts';
import { drawNumber } from '#server/kit/uuid.ts';
import { readAmount, readPart, readWord } from '../provider-values.ts';
import type { Fault } from '../sandbox/faults.ts';

/** The outcomes of the sandbox's bank, chosen on the sandbox's payment page. */
export const CARD_BEHAVIOURS = {
  approve: { label: 'Approve', code: '000' },
  'approve-less': { label: 'Approve, but take one sol less than asked', code: '000', lessCents: 100 },
  'approve-late': { label: 'Approve, and answer late', code: '000', fault: 'late' },
  'insufficient-funds': { label: 'Decline: insufficient funds (116)', code: '116' },
  'expired-card': { label: 'Decline: expired card (101)', code: '101' },
  'wrong-security-code': { label: 'Decline: wrong security code (129)', code: '129' },
  'issuer-away': { label: 'Decline: the bank does not answer (910)', code: '910' },
  'take-and-say-nothing': { label: 'Take the money and never answer', code: '000', fault: 'time-out' },
  'take-and-fail': { label: 'Take the money and answer 500', code: '000', fault: 'server-error' },
  'take-and-cut-off': { label: 'Take the money and cut the answer off', code: '000', fault: 'cut-off' },
  'take-and-hang-up': { label: 'Take the money and hang up', code: '000', fault: 'drop' },
  'say-nothing': { label: 'Never answer, and take nothing', fault: 'time-out' },
  'refuse-token': { label: 'Refuse the token', code: undefined },
} as const satisfies Readonly<
  Record<string, { label: string; code?: string | undefined; lessCents?: number; fault?: Fault }>
>;
export type CardBehaviour = keyof typeof CARD_BEHAVIOURS;

export interface SandboxPurchase {
  readonly purchaseNumber: string;
  readonly amountCents: Cents;
  readonly askedCents: Cents;
  readonly actionCode: string;
  readonly transactionId: string;
  readonly authorisationCode: string;
  /** The business date of its authorisation: the day's close settles it. */
  readonly paidOn: string;
  reversed: boolean;
  /** The number of its refund. */
  refundedAs: string;
}

export type SandboxOutcome =
  | { readonly kind: 'known'; readonly purchase: SandboxPurchase; readonly fault?: Fault | undefined }
  | { readonly kind: 'nothing'; readonly fault?: Fault | undefined; readonly message: string };

const TOKEN_LIFE_S = 3600;
const SESSION_LIFE_MS = 20 * 60_000;

function isUndone({ reversed, refundedAs }: SandboxPurchase): boolean {
  return reversed || refundedAs !== '';
}

/** The records of the sandbox's Niubiz, in memory only. */
export class SandboxNiubizRecords {
  readonly #accessTokens = new Set<string>();
  readonly #sessions = new Map<string, Cents>();
  readonly #tokens = new Map<string, { readonly sessionKey: string; readonly behaviour: CardBehaviour }>();
  readonly #purchases = new Map<string, SandboxPurchase>();
  readonly #now: () => number;
  readonly #businessDate: () => string;

  constructor(now: () => number, businessDate: () => string) {
    this.#now = now;
    this.#businessDate = businessDate;
  }

  /** Like the provider's: a JWT that states its expiry. */
  issueAccessToken(): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(this.#now() / 1000) + TOKEN_LIFE_S;
    const token = `${part({ alg: 'none' })}.${part({ exp, jti: randomUUID() })}.sandbox`;
    this.#accessTokens.add(token);
    return token;
  }

  isAccessToken(token: string | undefined): boolean {
    return token !== undefined && this.#accessTokens.has(token);
  }

  /** Invalidates all tokens. */
  forgetAccessTokens(): void {
    this.#accessTokens.clear();
  }

  openSession(amountCents: Cents): string {
    const sessionKey = randomUUID().replaceAll('-', '');
    this.#sessions.set(sessionKey, amountCents);
    return sessionKey;
  }

  /** Of a session opened now; milliseconds since 1970. */
  sessionEnd(): number {
    return this.#now() + SESSION_LIFE_MS;
  }

  sessionAmount(sessionKey: string): Cents | undefined {
    return this.#sessions.get(sessionKey);
  }

  /** The transaction token that the form sends to the shop after a card was entered. */
  issueTransactionToken(sessionKey: string, behaviour: CardBehaviour): string {
    const token = randomUUID().replaceAll('-', '').toUpperCase();
    this.#tokens.set(token, { sessionKey, behaviour });
    return token;
  }

  authorise(request: Readonly<Record<string, unknown>>): SandboxOutcome {
    const order = readPart(request['order']);
    const purchaseNumber = readWord(order['purchaseNumber'], 12) ?? '';
    const askedCents = readAmount(order['amount']);
    const token = this.#tokens.get(readWord(order['tokenId']) ?? '');
    if (this.#purchases.has(purchaseNumber)) return { kind: 'nothing', message: 'purchaseNumber already used' };
    if (!token || token.behaviour === 'refuse-token') return { kind: 'nothing', message: 'tokenId not valid' };
    if (askedCents === undefined || askedCents !== this.#sessions.get(token.sessionKey)) {
      return { kind: 'nothing', message: 'amount differs from the session' };
    }
    const behaviour: { code?: string | undefined; lessCents?: number; fault?: Fault } =
      CARD_BEHAVIOURS[token.behaviour];
    if (behaviour.code === undefined) return { kind: 'nothing', fault: behaviour.fault, message: 'lost' };
    const purchase: SandboxPurchase = {
      purchaseNumber,
      askedCents,
      amountCents: (askedCents - (behaviour.lessCents ?? 0)) as Cents,
      actionCode: behaviour.code,
      transactionId: `9${String(drawNumber(0, 10 ** 12)).padStart(14, '0')}`,
      authorisationCode: String(drawNumber(0, 10 ** 6)).padStart(6, '0'),
      paidOn: this.#businessDate(),
      reversed: false,
      refundedAs: '',
    };
    this.#purchases.set(purchaseNumber, purchase);
    return { kind: 'known', purchase, fault: behaviour.fault };
  }

  find(purchaseNumber: string): SandboxPurchase | undefined {
    return this.#purchases.get(purchaseNumber);
  }

  /** Undoes a purchase of today; one of an earlier day is in a deposit. */
  reverse(purchaseNumber: string): SandboxPurchase | 'in-deposit' | undefined {
    const purchase = this.#purchases.get(purchaseNumber);
    if (purchase?.actionCode !== '000' || isUndone(purchase)) return undefined;
    if (purchase.paidOn !== this.#businessDate()) return 'in-deposit';
    purchase.reversed = true;
    return purchase;
  }

  /** Registers the refund of a purchase of an earlier day, whole. @returns its number */
  refund(transactionId: string, request: Readonly<Record<string, unknown>>): string | undefined {
    const purchase = this.list().find((one) => one.transactionId === transactionId);
    if (purchase?.actionCode !== '000' || isUndone(purchase) || purchase.paidOn === this.#businessDate())
      return undefined;
    const { ruc, comment, externalReferenceId, amount } = request;
    const isWhole = readAmount(amount) === purchase.amountCents && /^\d{11}$/.test(readWord(ruc) ?? '');
    if (!isWhole || !readWord(comment) || !readWord(externalReferenceId, 20)) return undefined;
    purchase.refundedAs = String(drawNumber(0, 10 ** 8)).padStart(8, '0');
    return purchase.refundedAs;
  }

  list(): readonly SandboxPurchase[] {
    return [...this.#purchases.values()].reverse();
  }
}
