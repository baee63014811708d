import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Endpoint } from '#api/endpoint.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { findCall, type IdempotentCall, rememberCall } from './store/idempotency-store.ts';
import type { LendingTables } from './store/tables.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;

/** A call of a client that moves or commits money: what makes it the same call when it comes again. */
export interface MoneyCall {
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'successStatus'>;
  readonly request: Request;
  readonly client: { readonly personId: string };
  /** As parsed: two ways of writing the same are the same. */
  readonly body: unknown;
}

export type Done<Body> =
  | { readonly kind: 'ok'; readonly body: Body; readonly headers: Readonly<Record<string, string>> }
  | Refusal;

/**
 * Does the work of a call once for its `Idempotency-Key` (domain 2.0): the same key and body again are answered what
 * they were answered, with `Idempotency-Replayed`. Runs in the transaction of the effect, under a lock that every call
 * about the same thing takes. What was refused had no effect and is decided anew. Without a key `work` has to tell a
 * repetition by what it finds.
 */
export async function doOnce<Body>(
  trx: Transaction<LendingTables>,
  money: MoneyCall,
  work: () => Promise<Body | Refusal>,
): Promise<Done<Body>> {
  const call = callOf(money);
  if (call && 'kind' in call) return call;
  const known = call ? await findCall(trx, call) : undefined;
  if (known?.kind === 'mismatch') {
    return refused(422, 'idempotency_mismatch', 'This Idempotency-Key was used with another body.');
  }
  if (known?.kind === 'replay') {
    return { kind: 'ok', body: known.response as Body, headers: { 'Idempotency-Replayed': 'true' } };
  }
  const result = await work();
  if (isRefusal(result)) return result;
  const status = money.endpoint.successStatus ?? 200;
  if (call) await rememberCall(trx, call, { status, response: result });
  return { kind: 'ok', body: result, headers: {} };
}

function callOf({ endpoint, request, client, body }: MoneyCall): IdempotentCall | Refusal | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  if (!IDEMPOTENCY_KEY.test(key)) return invalidFields([{ field: 'Idempotency-Key', code: 'invalid' }]);
  return {
    clientId: client.personId,
    route: `${endpoint.method} ${endpoint.path}`,
    key,
    bodyHash: createHash('sha256').update(canonical(body)).digest('hex'),
  };
}

/** The same text for the same value, in whichever order its fields came. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'refused';
}
