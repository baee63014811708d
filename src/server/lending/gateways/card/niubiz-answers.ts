import { isSameOperation } from '#api/field-rules/operation-number.ts';
import { NoAnswer } from '../no-answer.ts';
import { jsonObject, type ProviderAnswer } from '../provider-http.ts';
import { CURRENCY, readAmount, readPart, readWord, whyNoAmount } from '../provider-values.ts';
import type { CardApproval, CardOutcome, RefundOutcome } from './card-gateway.ts';
import { APPROVED, declineReason, isDuplicate } from './niubiz-action-codes.ts';

/** `unclear`: the provider refused to process the request, whatever the earlier outcome of this number. */
export type ReadOutcome = CardOutcome | { readonly kind: 'unclear'; readonly code: string };

/**
 * Interprets an answer about a purchase. An approval must be complete: for this purchase, in soles, with its amount and
 * its numbers. An incomplete approval is a `NoAnswer`, so that the purchase is queried later.
 */
export function readOutcome(what: string, answer: ProviderAnswer, purchaseNumber: string): ReadOutcome {
  const body = jsonObject(what, answer);
  const order = readPart(body['order']);
  // A refusal comes with status 400 and its details under `data`; everything else under `dataMap`.
  const details = { ...readPart(body['data']), ...readPart(body['dataMap']) };
  const code = readWord(details['ACTION_CODE'] ?? order['actionCode'], 10);
  if (code === undefined || isDuplicate(code)) {
    return { kind: 'unclear', code: code ?? readWord(body['errorCode'], 20) ?? String(answer.status) };
  }
  if (code !== APPROVED) return { kind: 'declined', reason: declineReason(code), code };
  if (answer.status !== 200) throw new NoAnswer(`${what}: an approval with status ${answer.status}`);
  return readApproval(what, order, details, purchaseNumber);
}

type Part = Readonly<Record<string, unknown>>;

function readApproval(what: string, order: Part, details: Part, purchaseNumber: string): CardApproval {
  const authorisationCode = readWord(order['authorizationCode'] ?? details['AUTHORIZATION_CODE'], 20);
  const transactionId = readWord(order['transactionId'] ?? details['TRANSACTION_ID'], 40);
  // The details have texts alone.
  const amount = order['authorizedAmount'] ?? order['amount'] ?? Number(details['AMOUNT']);
  const amountCents = readAmount(amount);
  if (amountCents === undefined) throw new NoAnswer(`${what}: an approval, and ${whyNoAmount(amount)}`);
  const isOurs = isSameOperation(readWord(order['purchaseNumber'], 20) ?? '', purchaseNumber);
  const currency = readWord(order['currency'] ?? details['CURRENCY'], 10);
  if (!isOurs || currency !== CURRENCY || !authorisationCode || !transactionId) {
    throw new NoAnswer(`${what}: an approval that is not whole, or not of this purchase`);
  }
  return {
    kind: 'approved',
    authorisationCode,
    transactionId,
    amountCents,
    maskedCard: maskCard(readWord(details['CARD'], 30)),
    brand: readWord(details['BRAND'], 20)?.toLowerCase() ?? '',
  };
}

/** A reversal is approved with a code of its own, or with the one of payments [R]. */
const REVERSED = new Set([APPROVED, '400']);

/** Interprets an answer about a reversal. */
export function readReversal(what: string, answer: ProviderAnswer): RefundOutcome {
  const body = jsonObject(what, answer);
  const order = readPart(body['order']);
  const details = { ...readPart(body['data']), ...readPart(body['dataMap']) };
  const code = readWord(details['ACTION_CODE'] ?? order['actionCode'], 10) ?? '';
  if (answer.status !== 200 || !REVERSED.has(code)) return { kind: 'refused', code: code || String(answer.status) };
  const transactionId = readWord(order['transactionId'] ?? details['TRANSACTION_ID'], 40);
  if (transactionId === undefined) throw new NoAnswer(`${what}: a reversal without its number`);
  return { kind: 'refunded', transactionId };
}

/** The purchase is in a deposit already: it cannot be reversed any more, and nothing has happened to it. */
const IN_DEPOSIT = '476';

export function isSettled(outcome: RefundOutcome): boolean {
  return outcome.kind === 'refused' && outcome.code === IN_DEPOSIT;
}

/** The refund API's word for a refund that it has taken. */
const REGISTERED = '100';

/** Interprets an answer of the refund API, which registers a refund and gives the money back later. */
export function readRefund(what: string, answer: ProviderAnswer): RefundOutcome {
  const body = jsonObject(what, answer);
  const data = readPart(body['data']);
  const error = readWord(body['errorCode'], 20);
  const code = readWord(data['CODERROR'], 20);
  const reference = readWord(data['CODIGODEVOLUCION'], 40);
  if (answer.status === 200 && error === '0' && code === REGISTERED && reference !== undefined) {
    return { kind: 'registered', reference };
  }
  const isClear = answer.status >= 400 || (code !== undefined && code !== REGISTERED);
  if (!isClear) throw new NoAnswer(`${what}: an answer that is not whole`);
  return { kind: 'refused', code: code ?? error ?? String(answer.status) };
}

/** Only the first and last digits of a card are ever stored, even if the provider should forget to mask the middle. */
export function maskCard(card: string | undefined): string {
  if (card === undefined) return '';
  const digits = card.replace(/[^\d*xX]/g, '').replace(/[xX]/g, '*');
  if (digits.length < 12) return '';
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}
