import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseStorableJson } from '#server/kit/storable-json.ts';
import { CURRENCY, readAmount, readPart, readWord, whyNoAmount } from '../provider-values.ts';
import type { CashNotice } from './cash-code-gateway.ts';
import { readInstant } from './pagoefectivo-time.ts';

export const SIGNATURE_HEADER = 'PE-Signature';
const PAID = 'cip.paid';

/** HMAC-SHA-256 of the bytes with the secret key, in hexadecimal. */
export function signNotice(body: Uint8Array | string, secretKey: string): string {
  return createHmac('sha256', secretKey).update(body).digest('hex');
}

/**
 * Reads a signed message. The signature covers no time, so an old message stays valid: the inbox must recognise a
 * repeated one by its event id.
 */
export function readNotice(body: Uint8Array, signature: string | undefined, secretKey: string): CashNotice {
  if (!isSigned(body, signature, secretKey)) return { kind: 'bad-signature' };
  const message = readPart(parse(body));
  const data = readPart(message['data']);
  const eventType = readWord(message['eventType'], 60) ?? 'unknown';
  const operationNumber = readWord(message['operationNumber'], 60);
  const code = readWord(data['cip'], 30);
  const amountCents = readAmount(data['amount']);
  // A message without an id is identified by its digest, so that two different ones are never merged.
  const eventId =
    code !== undefined && operationNumber !== undefined
      ? `${eventType}:${code}:${operationNumber}`
      : `${eventType}:${createHash('sha256').update(body).digest('hex')}`;
  const inSoles = readWord(data['currency'], 10) === CURRENCY;
  if (eventType !== PAID || code === undefined || amountCents === undefined || !inSoles) {
    const isAmount = eventType === PAID && code !== undefined && inSoles;
    return {
      kind: 'other',
      eventId,
      eventType,
      why: isAmount ? whyNoAmount(data['amount']) : 'it is not about money in soles',
    };
  }
  const paid = readInstant(data['paymentDate']);
  return {
    kind: 'paid',
    eventId,
    code,
    amountCents,
    operationNumber: operationNumber ?? '',
    reference: readWord(data['transactionCode']) ?? '',
    paidAt: paid?.at,
    valueDate: paid?.date,
  };
}

function isSigned(body: Uint8Array, signature: string | undefined, secretKey: string): boolean {
  if (signature === undefined || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  // The lengths are equal by now, so the comparison takes constant time.
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(signNotice(body, secretKey), 'hex'));
}

function parse(body: Uint8Array): unknown {
  try {
    const json = parseStorableJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return json.kind === 'json' ? json.value : undefined;
  } catch {
    return undefined;
  }
}
