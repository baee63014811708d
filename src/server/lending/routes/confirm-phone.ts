import { confirmPhone } from '#api/endpoints/confirm-phone.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '../identity.ts';
import { maskedPhone } from '../masks.ts';
import { refusedProof } from '../refused-proof.ts';
import { confirmPhone as confirm } from '../workflows/change-phone.ts';

export function confirmPhoneRoute(context: IdentityContext): Route<typeof confirmPhone> {
  return {
    endpoint: confirmPhone,
    async answer({ client, body, context: c }) {
      const confirmed = await confirm(context, client, body, originOf(context, c));
      if (confirmed.kind === 'refused') return refusedProof(confirmed.because, 'code', 'challenge_over');
      return { kind: 'ok', body: { phone: { masked: maskedPhone(confirmed.phone), verified: true } }, headers: {} };
    },
  };
}
