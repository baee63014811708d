import { callerOf } from '#server/kit/caller.ts';
import { refused } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import type { IdentityContext } from '../people-context.ts';
import { redeemSandboxLink, SANDBOX_SIGN_IN_PATH } from '../sandbox-session.ts';
import { sessionCookies } from '../session-cookies.ts';

/** Signs a client of the sandbox in with a link that works once. Registered only with LENDER_SANDBOX=1. */
export function serveSandboxSignIn(app: HttpApp, context: IdentityContext): void {
  app.get(`${SANDBOX_SIGN_IN_PATH}/:token`, async (c) => {
    const from = { caller: callerOf(c, context.trustedProxies), userAgent: c.req.header('user-agent') ?? '' };
    const session = await redeemSandboxLink(context, c.req.param('token'), from);
    if (!session) {
      return answerRefusal(
        c,
        refused(410, 'link_over', 'This link was used. npm run lender -- session issue makes another.'),
      );
    }
    c.header('Cache-Control', 'no-store');
    for (const cookie of sessionCookies(session, session.expiresAt, context.clock.now())) {
      c.header('Set-Cookie', cookie, { append: true });
    }
    return c.redirect('/profile/', 303);
  });
}
