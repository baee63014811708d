import { closeAccount } from '#api/endpoints/profile/close-account.ts';
import { refusedBecause } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { originOf } from '#server/lending/people/people-context.ts';
import { type ClosingContext, closeAccount as close } from '../close-account.ts';

const CODES = {
  'open-loan': 'open_loan',
  'open-application': 'open_application',
  'open-complaint': 'open_complaint',
  'credit-balance': 'credit_balance',
} as const;

export function closeAccountRoute(context: ClosingContext): Route<typeof closeAccount> {
  return {
    endpoint: closeAccount,
    async answer({ client, context: c }) {
      const closing = await close(context, client.personId, originOf(context, c));
      if (closing.kind === 'kept-open') return refusedBecause(closing.because, CODES, `Not now: ${closing.because}.`);
      return { kind: 'ok', body: { closesOn: closing.closesOn }, headers: {} };
    },
  };
}
