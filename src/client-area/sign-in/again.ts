import type { CallResult } from '#api/call.ts';
import type { FormFailure } from '../form/form.store.ts';

/** The result of asking for another code: it was sent, there is nothing to show, or the reason why not. */
export type Again = 'sent' | 'dropped' | FormFailure;

export function againOf(answer: CallResult<unknown>): Again {
  if (answer.kind === 'ok') return 'sent';
  if (answer.kind === 'aborted') return 'dropped';
  if (answer.kind === 'unreachable') return { code: 'offline', status: 0 };
  const { status, error, retryAfterSec } = answer;
  return { code: error?.code ?? 'failed', status, ...(retryAfterSec && { retryAfterSec }) };
}
