import { isCalendarDate } from '#loan/calendar.ts';
import type { Fetch } from '#server/kit/outgoing.ts';
import { NoAnswer } from '../no-answer.ts';
import { jsonObject, type ProviderAnswer, providerUrl, queryProvider } from '../provider-http.ts';
import { CURRENCY, readAmount, readWord, whyNoAmount, writeAmount } from '../provider-values.ts';
import {
  assertOrderId,
  assertPayable,
  type PayoutGateway,
  type PayoutOrder,
  type PayoutState,
} from './payout-gateway.ts';

export interface HttpBankOptions {
  readonly settings: { readonly apiUrl: string; readonly token: string };
  readonly fetch: Fetch;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;

/** A bank with a JSON API: the sandbox's, and the shape another bank's adapter would take. */
export function httpBank({ settings, fetch, timeoutMs = TIMEOUT_MS }: HttpBankOptions): PayoutGateway {
  const ask = (what: string, path: string, order?: PayoutOrder): Promise<ProviderAnswer> =>
    queryProvider(fetch, {
      what,
      url: providerUrl(settings.apiUrl, path),
      method: order ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${settings.token}`, ...(order && { 'Idempotency-Key': order.orderId }) },
      ...(order && { body: transferRequest(order) }),
      timeoutMs,
    });
  return {
    async send(order) {
      assertPayable(order);
      const what = 'bank transfer';
      const state = readTransfer(what, await ask(what, '/transfers', order), order.orderId, order.amountCents);
      if (state.kind === 'not-found') throw new NoAnswer(`${what}: the bank does not know what it was sent`);
      return state;
    },
    async find(orderId) {
      assertOrderId(orderId);
      const what = 'bank query';
      return readTransfer(what, await ask(what, `/transfers/${orderId}`), orderId);
    },
  };
}

function transferRequest({ orderId, amountCents, cci, holder }: PayoutOrder) {
  return { orderId, amount: writeAmount(amountCents), currency: CURRENCY, cci, holder };
}

function readTransfer(
  what: string,
  answer: ProviderAnswer,
  orderId: string,
  amountCents?: number,
): PayoutState | { readonly kind: 'not-found' } {
  const body = jsonObject(what, answer);
  if (answer.status === 404) return { kind: 'not-found' };
  const isOurs =
    body['orderId'] === orderId && (amountCents === undefined || readAmount(body['amount']) === amountCents);
  const providerRef = readWord(body['reference']);
  const valueDate = readWord(body['valueDate']) ?? '';
  if (isOurs && body['status'] === 'REJECTED') {
    return { kind: 'rejected', reason: readWord(body['reason'], 200) ?? 'no reason given' };
  }
  if (answer.status < 300 && isOurs && providerRef !== undefined) {
    if (body['status'] === 'ACCEPTED') return { kind: 'accepted', providerRef };
    if (body['status'] === 'PAID' && isCalendarDate(valueDate)) return { kind: 'paid', providerRef, valueDate };
  }
  const why = typeof body['amount'] === 'string' ? `: ${whyNoAmount(body['amount'])}` : '';
  throw new NoAnswer(`${what}: status ${answer.status} with an answer that cannot be read${why}`);
}
