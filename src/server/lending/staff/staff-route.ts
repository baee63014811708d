import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { callerOf } from '#server/kit/caller.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { notFound, refused } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { maskText } from '#server/kit/mask-text.ts';
import { isSecret } from '#server/kit/secret.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import type { Tables } from '#server/kit/tables.ts';
import { answerAct, type StaffRoute } from './act.ts';
import { type Colleague, ROLES, type Role, type StaffCaller } from './colleague.ts';
import { findSignedIn } from './colleague-store.ts';
import type { StaffNetworks } from './staff-networks.ts';

export const STAFF_PATH = '/api/v1/staff';

/** Whoever has an account. */
export const EVERY_ROLE: readonly Role[] = ROLES;

export interface StaffGateContext {
  readonly db: Database<Tables>;
  readonly clock: Pick<Clock, 'now'>;
  readonly trustedProxies: number;
  readonly staffNetworks: StaffNetworks;
  /** Of machines; without one no machine may call anything. */
  readonly operatorToken: string | undefined;
}

const MACHINE: Omit<Colleague, 'roles'> & { readonly roles: readonly StaffCaller[] } = {
  id: '',
  login: 'machine',
  name: 'machine',
  roles: ['machine'],
};

type SignedIn = typeof MACHINE & { readonly sessionId?: string; readonly expiresAt?: Date };

/** Serves the staff API: from the lender's networks, to who is signed in, each call to the roles it names. */
export function serveStaffRoutes(app: HttpApp, context: StaffGateContext, routes: readonly StaffRoute[]): void {
  const open = routes.filter(({ may }) => may.includes('anybody'));
  app.use(`${STAFF_PATH}/*`, fromLendersNetworks(context));
  for (const route of open) app.on(route.method, route.path, (c) => answerAct(c, route));
  app.use(`${STAFF_PATH}/*`, signedInOnly(context));
  for (const route of routes)
    if (!open.includes(route)) app.on(route.method, route.path, allowedTo(route), (c) => answerAct(c, route));
}

function fromLendersNetworks({ staffNetworks, trustedProxies }: StaffGateContext): MiddlewareHandler {
  return async (c, next) => (staffNetworks(callerOf(c, trustedProxies)) ? next() : answerRefusal(c, notFound()));
}

function signedInOnly(context: StaffGateContext): MiddlewareHandler {
  return async (c, next) => {
    const signedIn = await signedInWith(context, c);
    if (!signedIn) return answerRefusal(c, refused(401, 'unauthorized', 'Sign in: npm run lender -- login.'));
    c.set('colleague', signedIn);
    c.header('Cache-Control', 'no-store');
    noteSecurity(c, { staff: signedIn.login, what: `${c.req.method} ${maskText(c.req.path)}` });
    return next();
  };
}

async function signedInWith(context: StaffGateContext, c: Context): Promise<SignedIn | undefined> {
  const { db, clock, operatorToken } = context;
  if (operatorToken !== undefined && isMachine(c, operatorToken)) return MACHINE;
  const token = bearerOf(c);
  return isSecret(token) ? findSignedIn(db.kysely, token, clock.now()) : undefined;
}

function allowedTo(route: StaffRoute): MiddlewareHandler {
  const { may } = route;
  return async (c, next) => {
    c.set('act', route);
    if (signedInOf(c).roles.some((role) => may.includes(role))) return next();
    const roles = may.filter((role) => role !== 'machine');
    const whose = roles.length > 0 ? `It takes ${roles.join(' or ')}.` : 'It is for programs of a deployment.';
    return answerRefusal(c, refused(403, 'role_needed', whose));
  };
}

function signedInOf(c: Context): SignedIn {
  return c.get('colleague') as SignedIn;
}

/** Who is signed in, in a call that no machine may make. */
export function colleagueOf(c: Context): Colleague & { readonly sessionId: string; readonly expiresAt: Date } {
  const signedIn = signedInOf(c);
  if (signedIn.sessionId === undefined) throw new Error(`${c.req.path} needs a person`);
  return signedIn as ReturnType<typeof colleagueOf>;
}

/** Who may do the same as this call, which its description has to say takes two. */
export function callersOfTwo(c: Context): readonly StaffCaller[] {
  const { name, may, second } = c.get('act') as StaffRoute;
  if (second === undefined) throw new Error(`${name} takes two accounts, which its description does not say`);
  return may;
}

/** Who acts, for records: the login of the account that is signed in. */
export function operatorName(c: Context): string {
  return signedInOf(c).login;
}

/** Whether a request brings the token of machines: `Authorization: Bearer <token>`, compared in constant time. */
export function isMachine(c: Context, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = bearerOf(c);
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function bearerOf(c: Context): string | undefined {
  return /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
}
