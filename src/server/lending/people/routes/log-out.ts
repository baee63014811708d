import { logOut } from '#api/endpoints/people/log-out.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '../people-context.ts';
import { endedSessionCookies } from '../session-cookies.ts';
import { isFromElsewhere, sessionOf } from '../session-gate.ts';
import { recordAccess } from '../store/access-log-store.ts';
import { revokeSession } from '../store/session-store.ts';

const PRIVATE = { 'Cache-Control': 'no-store' };
/** Data of the session in the browser is cleared too; consent and marketing cookies belong to the visitor and stay. */
const CLEAR = { 'Clear-Site-Data': '"cache", "storage"', ...PRIVATE };

export function logOutRoute(context: IdentityContext): Route<typeof logOut> {
  const { db, clock, trustedProxies } = context;
  return {
    endpoint: logOut,
    async answer({ request, context: c }) {
      // Pages of other sites cannot sign a client out.
      if (isFromElsewhere(request)) return { kind: 'ok', body: undefined, headers: PRIVATE };
      const session = await sessionOf(context, request);
      if (session) {
        const { personId, id: sessionId, impersonation } = session;
        const now = clock.now();
        await db.kysely.transaction().execute(async (trx) => {
          const ended = await revokeSession(trx, { sessionId, personId }, { because: 'log-out', now });
          if (!ended || impersonation) return;
          const from = { caller: callerOf(c, trustedProxies), userAgent: request.headers.get('user-agent') ?? '' };
          await recordAccess(trx, { personId, kind: 'SIGN_OUT', at: now, ...from });
        });
      }
      // After a session that had ended by itself, the browser still knows what kind of client it serves.
      return { kind: 'ok', body: undefined, headers: session ? CLEAR : PRIVATE, cookies: endedSessionCookies() };
    },
  };
}
