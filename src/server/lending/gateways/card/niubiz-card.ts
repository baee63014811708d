import type { Cents } from '#loan/money.ts';
import type { Fetch } from '#server/kit/outgoing.ts';
import { type AccessToken, createAccessToken, type IssuedToken } from '../access-token.ts';
import { NoAnswer } from '../no-answer.ts';
import { jsonObject, type ProviderAnswer, providerUrl, queryProvider } from '../provider-http.ts';
import { CURRENCY, readWord, writeAmount } from '../provider-values.ts';
import type { CardGateway, CardOutcome, CardPurchase, CardSession, RefundOutcome } from './card-gateway.ts';
import { isSettled, readOutcome, readRefund, readReversal } from './niubiz-answers.ts';

export interface NiubizSettings {
  /** `https://apiprod.vnforapps.com`, or the provider's test environment. */
  readonly apiUrl: string;
  /** The form's script, loaded by the browser. */
  readonly scriptUrl: string;
  readonly merchantId: string;
  readonly user: string;
  readonly password: string;
  /** The lender's, eleven digits: a refund names who gives back. */
  readonly ruc: string;
}

export interface NiubizOptions {
  readonly settings: NiubizSettings;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timeouts?: Partial<NiubizTimeouts>;
}

export interface NiubizTimeouts {
  readonly shortMs: number;
  /** Waits for the issuing bank; a shorter timeout would turn clear answers into unknown outcomes. */
  readonly authoriseMs: number;
}

const TIMEOUTS: NiubizTimeouts = { shortMs: 10_000, authoriseMs: 40_000 };
/** The longest life of a form that the provider accepts [R]. */
const MAX_FORM_MINUTES = 20;
/** Used when a token does not state its expiry. */
const TOKEN_LIFE_MS = 15 * 60_000;
/** Longest reference that Niubiz takes for what we call a refund there. */
const REFERENCE_LENGTH = 20;
const PURCHASE_NUMBER = /^[1-9]\d{0,11}$/;

type RefundOrder = Parameters<CardGateway['refund']>[0];

/**
 * Niubiz, the e-commerce API with its own form (domain 2.11.1). Card numbers go from the browser to Niubiz and never
 * reach us; we get a transaction token. What of it public documents show, and what is to be confirmed in the provider's own
 * test environment, is listed in ../README.md.
 */
export function niubizCard(options: NiubizOptions): CardGateway {
  return new NiubizCard(options);
}

class NiubizCard implements CardGateway {
  readonly #settings: NiubizSettings;
  readonly #fetch: Fetch;
  readonly #now: () => number;
  readonly #timeouts: NiubizTimeouts;
  readonly #token: AccessToken;

  constructor({ settings, fetch, now, timeouts }: NiubizOptions) {
    this.#settings = settings;
    this.#fetch = fetch;
    this.#now = now;
    this.#timeouts = { ...TIMEOUTS, ...timeouts };
    this.#token = createAccessToken(() => issueToken(fetch, settings, this.#timeouts.shortMs, now), now);
  }

  async openSession(purchase: CardPurchase): Promise<CardSession> {
    const what = 'Niubiz session';
    const path = `/api.ecommerce/v2/ecommerce/token/session/${this.#settings.merchantId}`;
    const answer = await this.#ask(what, path, { body: sessionRequest(purchase) });
    const body = jsonObject(what, answer);
    const sessionKey = readWord(body['sessionKey'], 500);
    if (answer.status >= 400 || sessionKey === undefined) {
      throw new NoAnswer(`${what}: status ${answer.status} without a session`, { mayHaveHappened: false });
    }
    const ends = Number(body['expirationTime']);
    const time = { now: this.#now(), ends: ends > 0 ? ends : Number.POSITIVE_INFINITY };
    return sessionOf(purchase, this.#settings, sessionKey, time);
  }

  async authorise(order: Parameters<CardGateway['authorise']>[0]): Promise<CardOutcome> {
    const what = 'Niubiz authorisation';
    const { purchaseNumber, amountCents, transactionToken } = order;
    const body = {
      channel: 'web',
      captureType: 'manual',
      countable: true,
      order: { tokenId: transactionToken, ...priced(purchaseNumber, amountCents) },
    };
    const path = `/api.authorization/v3/authorization/ecommerce/${this.#settings.merchantId}`;
    const answer = await this.#ask(what, path, { body, timeoutMs: this.#timeouts.authoriseMs });
    const outcome = readOutcome(what, answer, purchaseNumber);
    if (outcome.kind !== 'unclear') return outcome;
    // Refused without an outcome: a token or a number was used before. The earlier outcome of the number decides.
    const before = await this.find(purchaseNumber).catch((error: unknown) => {
      // The query may have failed, but the order was sent.
      throw new NoAnswer(`${what}: refused with ${outcome.code}, and the query failed`, { cause: error });
    });
    return before.kind === 'not-found' ? { kind: 'declined', reason: 'refused', code: outcome.code } : before;
  }

  async find(purchaseNumber: string): Promise<CardOutcome | { readonly kind: 'not-found' }> {
    const what = 'Niubiz query';
    const path = `/api.authorization/v3/retrieve/purchase/${this.#settings.merchantId}/${numbered(purchaseNumber)}`;
    const answer = await this.#ask(what, path, {});
    const outcome = readOutcome(what, answer, purchaseNumber);
    if (outcome.kind !== 'unclear') return outcome;
    // Without an action code this means that the purchase is unknown.
    if (answer.status === 400 || answer.status === 404) return { kind: 'not-found' };
    throw new NoAnswer(`${what}: status ${answer.status}, code ${outcome.code}`);
  }

  /**
   * A payment of today is reversed, as if it had not been; one that the day's close has settled is given back by the
   * refund API, also when the reversal is answered by that it is settled: then nothing has happened yet.
   */
  async refund(order: RefundOrder): Promise<RefundOutcome> {
    const reversed = order.isOfToday ? await this.#reverse(order) : undefined;
    return reversed && !isSettled(reversed) ? reversed : this.#giveBack(order);
  }

  async #giveBack({ transactionId, amountCents, refundId }: RefundOrder): Promise<RefundOutcome> {
    const what = 'Niubiz refund';
    // It is in the address, and comes from an earlier answer of theirs.
    if (!/^\d{1,20}$/.test(transactionId)) {
      throw new NoAnswer(`${what}: the payment has no transaction id`, { mayHaveHappened: false });
    }
    const body = {
      ruc: this.#settings.ruc,
      comment: 'Devolución de pago',
      externalReferenceId: refundId.replaceAll('-', '').slice(0, REFERENCE_LENGTH),
      amount: writeAmount(amountCents),
    };
    const path = `/api.refund/v1/refund/${this.#settings.merchantId}/${transactionId}`;
    return readRefund(what, await this.#ask(what, path, { body, timeoutMs: this.#timeouts.authoriseMs }));
  }

  async #reverse({ purchaseNumber, transactionId, amountCents }: RefundOrder): Promise<RefundOutcome> {
    const what = 'Niubiz reversal';
    const body = { channel: 'web', order: { transactionId, ...priced(purchaseNumber, amountCents) } };
    const path = `/api.authorization/v3/reverse/ecommerce/${this.#settings.merchantId}`;
    const answer = await this.#ask(what, path, { body, timeoutMs: this.#timeouts.authoriseMs });
    return readReversal(what, answer);
  }

  #ask(
    what: string,
    path: string,
    { body, timeoutMs = this.#timeouts.shortMs }: { readonly body?: unknown; readonly timeoutMs?: number },
  ): Promise<ProviderAnswer> {
    return this.#token.use(what, (accessToken) =>
      queryProvider(this.#fetch, {
        what,
        url: providerUrl(this.#settings.apiUrl, path),
        method: body === undefined ? 'GET' : 'POST',
        // The bare token, without `Bearer`.
        headers: { Authorization: accessToken },
        ...(body !== undefined && { body }),
        timeoutMs,
      }),
    );
  }
}

function priced(purchaseNumber: string, amountCents: Cents) {
  return { purchaseNumber: numbered(purchaseNumber), amount: writeAmount(amountCents), currency: CURRENCY };
}

async function issueToken(
  fetch: Fetch,
  settings: NiubizSettings,
  timeoutMs: number,
  now: () => number,
): Promise<IssuedToken> {
  const what = 'Niubiz security token';
  const { user, password, apiUrl } = settings;
  const answer = await queryProvider(fetch, {
    what,
    url: providerUrl(apiUrl, '/api.security/v1/security'),
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`, Accept: '*/*' },
    timeoutMs,
  });
  const token = answer.text.trim();
  // The body is the token alone; a proxy's error page is not one.
  if (answer.status >= 300 || !/^[\w.+/=-]{16,8192}$/.test(token)) {
    throw new NoAnswer(`${what}: status ${answer.status} without a token`);
  }
  return { token, expiresAt: endOf(token) ?? now() + TOKEN_LIFE_MS };
}

/** The token is a JWT that states its expiry; it is not verified, because only its issuer relies on it. */
function endOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const { exp } = claims as { readonly exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

function sessionRequest({ amountCents, email, clientId, isFrequent, clientIp, registeredDays }: CardPurchase) {
  return {
    channel: 'web',
    amount: writeAmount(amountCents),
    antifraud: {
      clientIp,
      merchantDefineData: {
        MDD4: email,
        MDD21: isFrequent ? '1' : '0',
        MDD32: clientId,
        MDD75: 'Registrado',
        MDD77: registeredDays,
      },
    },
  };
}

function sessionOf(
  purchase: CardPurchase,
  { scriptUrl, merchantId }: NiubizSettings,
  sessionKey: string,
  time: { readonly now: number; readonly ends: number },
): CardSession {
  const { purchaseNumber, amountCents, actionUrl, timeoutUrl } = purchase;
  const expiresAt = Math.min(purchase.expiresAt, time.ends, time.now + MAX_FORM_MINUTES * 60_000);
  return {
    sessionKey,
    expiresAt,
    form: {
      scriptUrl,
      merchantId,
      sessionKey,
      channel: 'web',
      purchaseNumber: numbered(purchaseNumber),
      amount: writeAmount(amountCents).toFixed(2),
      expirationMinutes: Math.max(1, Math.floor((expiresAt - time.now) / 60_000)),
      actionUrl,
      timeoutUrl,
    },
  };
}

/** A wrong number is our own bug, never a client's: we generate it and put it into URLs. */
function numbered(purchaseNumber: string): string {
  if (PURCHASE_NUMBER.test(purchaseNumber)) return purchaseNumber;
  throw new RangeError(`not a purchase number: ${purchaseNumber}`);
}
