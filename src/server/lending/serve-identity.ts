import type { Gate } from '#server/kit/gate.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from './identity.ts';
import { getProfileRoute } from './routes/get-profile.ts';
import { getSessionRoute } from './routes/get-session.ts';
import { listSessionsRoute } from './routes/list-sessions.ts';
import { logOutRoute } from './routes/log-out.ts';
import { revokeSessionRoute } from './routes/revoke-session.ts';
import { serveSandboxSignIn } from './routes/sandbox-sign-in.ts';
import { serveStaffPeople } from './routes/staff-people.ts';
import { touchSessionRoute } from './routes/touch-session.ts';

/** Everything about who somebody is. */
export function serveIdentity(
  app: HttpApp,
  parts: {
    readonly identity: IdentityContext;
    readonly gate: Gate;
    readonly sandbox: boolean;
    readonly operatorToken: string | undefined;
  },
): void {
  const { identity, gate, sandbox, operatorToken } = parts;
  serveEndpoint(app, getSessionRoute(identity), gate);
  serveEndpoint(app, touchSessionRoute(identity), gate);
  serveEndpoint(app, logOutRoute(identity));
  serveEndpoint(app, listSessionsRoute(identity), gate);
  serveEndpoint(app, revokeSessionRoute(identity), gate);
  serveEndpoint(app, getProfileRoute(identity), gate);
  if (operatorToken !== undefined) serveStaffPeople(app, identity, { operatorToken, sandbox });
  if (sandbox) serveSandboxSignIn(app, identity);
}
