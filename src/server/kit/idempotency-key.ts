import { createHash } from 'node:crypto';
import { invalidFields, type Refusal } from './errors.ts';

const KEY = /^[\x21-\x7e]{8,255}$/;

/** Reads the `Idempotency-Key` of a request: undefined without one, a refusal when it is malformed. */
export function idempotencyKeyOf(request: Request): string | undefined | Refusal {
  const key = request.headers.get('idempotency-key') ?? undefined;
  if (key === undefined || KEY.test(key)) return key;
  return invalidFields([{ field: 'Idempotency-Key', code: 'invalid' }]);
}

/** Hashes a body independently of the order of its fields, at any depth. */
export function bodyHashOf(body: unknown): string {
  const canonical = JSON.stringify(body, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
  return createHash('sha256')
    .update(canonical ?? '')
    .digest('hex');
}
