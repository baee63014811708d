import { randomUUID } from 'node:crypto';
import { type Cents, toSoles } from '#loan/money.ts';
import type { Fetch } from '#server/kit/outgoing.ts';
import { drawNumber, uuidv4 } from '#server/kit/uuid.ts';
import { CURRENCY } from '../provider-values.ts';
import { SIGNATURE_HEADER, signNotice } from './pagoefectivo-notice.ts';
import { writeInstant } from './pagoefectivo-time.ts';

export interface SandboxCode {
  readonly cip: number;
  readonly reference: string;
  readonly amountCents: Cents;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly concept: string;
  /** Every payment of the code: two tills may accept it at the same time. */
  readonly payments: { readonly amountCents: Cents; readonly paidAt: number; readonly operationNumber: string }[];
}

export interface SandboxNotice {
  readonly id: string;
  readonly body: string;
  readonly cip: number;
  /** The answers of our webhook, or the failures, in the order of the attempts. */
  readonly outcomes: string[];
}

const DELIVERY_TIMEOUT_MS = 10_000;

export interface SandboxRecordsOptions {
  readonly secretKey: string;
  readonly now: () => number;
  readonly fetch: Fetch;
  /** Our own webhook. A function, because a server knows its port only when it listens. */
  readonly webhookUrl: () => string;
}

/** The records of the sandbox's PagoEfectivo and its queue of messages, in memory. */
export class SandboxPagoEfectivoRecords {
  readonly #codes = new Map<number, SandboxCode>();
  readonly #held: SandboxNotice[] = [];
  readonly #sent: SandboxNotice[] = [];
  readonly #tokens = new Set<string>();
  readonly #options: SandboxRecordsOptions;

  constructor(options: SandboxRecordsOptions) {
    this.#options = options;
  }

  issueToken(): string {
    const token = randomUUID();
    this.#tokens.add(token);
    return token;
  }

  isToken(token: string): boolean {
    return this.#tokens.has(token);
  }

  forgetTokens(): void {
    this.#tokens.clear();
  }

  issueCode(order: Omit<SandboxCode, 'cip' | 'payments' | 'createdAt'>): SandboxCode {
    const code: SandboxCode = {
      ...order,
      createdAt: this.#options.now(),
      cip: drawNumber(10_000_000, 100_000_000),
      payments: [],
    };
    this.#codes.set(code.cip, code);
    return code;
  }

  find(cip: number): SandboxCode | undefined {
    return this.#codes.get(cip);
  }

  list(): readonly SandboxCode[] {
    return [...this.#codes.values()].reverse();
  }

  /** Records a payment, even after the code has expired, and creates the message about it. */
  pay(code: SandboxCode, amountCents: Cents): SandboxNotice {
    const payment = { amountCents, paidAt: this.#options.now(), operationNumber: String(drawNumber(0, 10 ** 8)) };
    code.payments.push(payment);
    const body = JSON.stringify({
      eventType: 'cip.paid',
      operationNumber: payment.operationNumber,
      data: {
        cip: String(code.cip),
        currency: CURRENCY,
        amount: toSoles(amountCents),
        paymentDate: writeInstant(payment.paidAt),
        transactionCode: code.reference,
      },
    });
    return { id: uuidv4(), body, cip: code.cip, outcomes: [] };
  }

  /** Holds a message, to be released later. */
  hold(notice: SandboxNotice): void {
    this.#held.push(notice);
  }

  held(): readonly SandboxNotice[] {
    return this.#held;
  }

  sent(): readonly SandboxNotice[] {
    return this.#sent;
  }

  /** Releases the held messages, the oldest or the newest first. */
  async release(order: 'oldest-first' | 'newest-first'): Promise<void> {
    const notices = this.#held.splice(0);
    if (order === 'newest-first') notices.reverse();
    for (const notice of notices) await this.deliver(notice);
  }

  /** Sends a message once and records the result in it. */
  async deliver(notice: SandboxNotice, signature?: string): Promise<void> {
    const { webhookUrl, fetch, secretKey } = this.#options;
    if (!this.#sent.includes(notice)) this.#sent.unshift(notice);
    try {
      const response = await fetch(webhookUrl(), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          [SIGNATURE_HEADER]: signature ?? signNotice(notice.body, secretKey),
        },
        body: notice.body,
        signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
      });
      notice.outcomes.push(String(response.status));
    } catch {
      notice.outcomes.push('not reached');
    }
  }
}
