import type { Trx } from '#server/kit/tables.ts';

export interface IdempotentCall {
  /** Undefined for anonymous callers, who count as one client. */
  readonly clientId?: string | undefined;
  readonly route: string;
  readonly key: string;
  /** SHA-256 of the canonical body, in hex. */
  readonly bodyHash: string;
}

export type KnownCall =
  | { readonly kind: 'new' }
  | { readonly kind: 'replay'; readonly status: number; readonly response: unknown }
  /** The key was used with another body. */
  | { readonly kind: 'mismatch' };

/** Reads a key inside the transaction of the effect; the caller's lock prevents races with itself. */
export async function findCall(trx: Trx, { clientId, route, key, bodyHash }: IdempotentCall): Promise<KnownCall> {
  const row = await trx
    .selectFrom('idempotency_key')
    .select(['body_hash', 'status', 'response'])
    .where('client_id', 'is not distinct from', clientId ?? null)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return { kind: 'new' };
  if (row.body_hash !== bodyHash) return { kind: 'mismatch' };
  return { kind: 'replay', status: row.status, response: row.response };
}

/** Stores the answer in the transaction of its effect. */
export async function rememberCall(
  trx: Trx,
  { clientId, route, key, bodyHash }: IdempotentCall,
  { status, response, now }: { readonly status: number; readonly response: unknown; readonly now: number },
): Promise<void> {
  await trx
    .insertInto('idempotency_key')
    .values({
      client_id: clientId ?? null,
      route,
      key,
      body_hash: bodyHash,
      status,
      response: JSON.stringify(response),
      created_at: new Date(now),
    })
    .execute();
}
