import { invalidFields, type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import type { PasswordSet } from './change-password.ts';

/** The answer to a new password. */
export function passwordSet(
  outcome: PasswordSet,
): Refusal | { readonly kind: 'ok'; readonly body: undefined; readonly headers: Readonly<Record<string, string>> } {
  switch (outcome.kind) {
    case 'done':
      return { kind: 'ok', body: undefined, headers: { 'Cache-Control': 'no-store' } };
    case 'over':
      return refused(410, 'link_over', 'This link was used, or is too old.');
    case 'code-over':
      return refused(410, 'challenge_over', 'This was answered, tried too often, or left too long.');
    case 'field-refused':
      return invalidFields([{ field: outcome.field, code: outcome.code }]);
    case 'limited':
      return tooManyRequests(outcome.retryAfterSeconds);
  }
}
