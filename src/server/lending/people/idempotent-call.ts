import type { Endpoint } from '#api/endpoint.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { bodyHashOf, idempotencyKeyOf } from '#server/kit/idempotency-key.ts';
import type { Trx } from '#server/kit/tables.ts';
import { findCall, type IdempotentCall, rememberCall } from './store/idempotency-store.ts';

/** A call of a client that moves or commits money, with what identifies a repetition. */
export interface MoneyCall {
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'successStatus'>;
  readonly request: Request;
  readonly client: { readonly personId: string };
  /** The parsed body: two spellings of the same values are equal. */
  readonly body: unknown;
}

export type Done<Body> =
  | { readonly kind: 'ok'; readonly body: Body; readonly headers: Readonly<Record<string, string>> }
  | Refusal;

/**
 * Executes a call once per `Idempotency-Key` (domain 2.0): the same key and body get the same answer again, with
 * `Idempotency-Replayed`. Runs in the transaction of the effect, under a lock that every call about the same object
 * takes. A refused call had no effect and is decided again. Without a key `work` has to recognise a repetition by the
 * stored state.
 */
export async function doOnce<Body>(
  { trx, now }: { readonly trx: Trx; readonly now: number },
  money: MoneyCall,
  work: () => Promise<Body | Refusal>,
): Promise<Done<Body>> {
  const known = await replayed<Body>(trx, money);
  if (known) return known;
  const result = await work();
  if (isRefusal(result)) return result;
  const call = callOf(money);
  const status = money.endpoint.successStatus ?? 200;
  if (call && !('kind' in call)) await rememberCall(trx, call, { status, response: result, now });
  return { kind: 'ok', body: result, headers: {} };
}

/** The earlier answer to the same call, or why its key cannot be used; undefined when the call is new or has no key. */
export async function replayed<Body>(trx: Trx, money: MoneyCall): Promise<Done<Body> | undefined> {
  const call = callOf(money);
  if (!call || 'kind' in call) return call;
  const known = await findCall(trx, call);
  if (known.kind === 'mismatch') {
    return refused(422, 'idempotency_mismatch', 'This Idempotency-Key was used with another body.');
  }
  if (known.kind === 'new') return undefined;
  return { kind: 'ok', body: known.response as Body, headers: { 'Idempotency-Replayed': 'true' } };
}

function callOf({ endpoint, request, client, body }: MoneyCall): IdempotentCall | Refusal | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined || typeof key === 'object') return key;
  return {
    clientId: client.personId,
    route: `${endpoint.method} ${endpoint.path}`,
    key,
    bodyHash: bodyHashOf(body),
  };
}

function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'refused';
}
