import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { refusedProof } from '#server/lending/people/refused-proof.ts';
import { presentChange } from '#server/lending/people/store/contact-change-store.ts';
import { confirmPhone as confirm } from '../change-phone.ts';

export function confirmPhoneRoute(context: IdentityContext): Route<typeof confirmPhone> {
  return {
    endpoint: confirmPhone,
    async answer({ client, body, context: c }) {
      const confirmed = await confirm(context, client, body, originOf(context, c));
      if (confirmed.kind === 'refused') return refusedProof(confirmed.because, 'code', 'challenge_over');
      if (confirmed.kind === 'limited') return tooManyRequests(confirmed.retryAfterSeconds);
      return { kind: 'ok', body: { pending: presentChange(confirmed.change) }, headers: {} };
    },
  };
}
