import type { HttpApp } from '#server/kit/http.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
import { getProfileRoute } from './routes/get-profile.ts';
import { getSessionRoute } from './routes/get-session.ts';
import { listSessionsRoute } from './routes/list-sessions.ts';
import { logOutRoute } from './routes/log-out.ts';
import { revokeSessionRoute } from './routes/revoke-session.ts';
import { serveSandboxSignIn } from './routes/sandbox-sign-in.ts';
import { serveStaffPeople } from './routes/staff-people.ts';
import { touchSessionRoute } from './routes/touch-session.ts';
import type { Services } from './services.ts';

/** Everything about who somebody is. */
export function serveIdentity(
  app: HttpApp,
  services: Services,
  { sandbox, operatorToken }: { readonly sandbox: boolean; readonly operatorToken: string | undefined },
): void {
  const { gate } = services;
  serveEndpoint(app, getSessionRoute(services), gate);
  serveEndpoint(app, touchSessionRoute(services), gate);
  serveEndpoint(app, logOutRoute(services));
  serveEndpoint(app, listSessionsRoute(services), gate);
  serveEndpoint(app, revokeSessionRoute(services), gate);
  serveEndpoint(app, getProfileRoute(services), gate);
  if (operatorToken !== undefined) serveStaffPeople(app, services, { operatorToken, sandbox });
  if (sandbox) serveSandboxSignIn(app, services);
}
