import { redeemLoginAs } from '#api/endpoints/people/redeem-login-as.ts';
import { notFound, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { redeemImpersonation } from '../impersonate.ts';
import { wireOf } from '../opened-session.ts';
import { type IdentityContext, originOf } from '../people-context.ts';
import { isFromElsewhere, replacedBy } from '../session-gate.ts';

/** For staff only, from the lender's own networks: from anywhere else it answers 404 (domain 2.2). */
export function redeemLoginAsRoute(context: IdentityContext): Route<typeof redeemLoginAs> {
  return {
    endpoint: redeemLoginAs,
    async answer({ body, request, context: c }) {
      const origin = originOf(context, c);
      if (!context.staffNetworks(origin.caller) || isFromElsewhere(request)) return notFound();
      const replaces = await replacedBy(context, request);
      const redeemed = await redeemImpersonation(context, body.token, origin, replaces);
      if (!redeemed) return refused(410, 'link_over', 'This link was used, or is too old.');
      const { impersonation, ...session } = redeemed.answer;
      return {
        kind: 'ok',
        body: { ...wireOf(session), impersonation },
        headers: { 'Cache-Control': 'no-store' },
        cookies: redeemed.cookies,
      };
    },
  };
}
