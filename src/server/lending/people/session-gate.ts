import type { Context } from 'hono';
import { type Access, AUTH_COOKIE, BIND_COOKIE, type ReauthMethod, type StepUpPurpose } from '#api/access.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { Clock } from '#server/kit/clock.ts';
import { cookieOf } from '#server/kit/cookies.ts';
import type { Database } from '#server/kit/db.ts';
import { type Refusal, reauthRequired, refused, unauthorized } from '#server/kit/errors.ts';
import { type Client, type Gate, isOpenedInTab } from '#server/kit/gate.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { sessionCookies } from './session-cookies.ts';
import { recordStaffName } from './store/access-log-store.ts';
import {
  confirmPair,
  type FoundSession,
  findGrants,
  findSession,
  IDLE_MS,
  recordUse,
  rotateSession,
  type SessionPair,
  type StepUpGrant,
} from './store/session-store.ts';

export interface SessionGateContext {
  readonly db: Database<Tables>;
  readonly clock: Pick<Clock, 'now'>;
  readonly trustedProxies: number;
}

type Protected = Endpoint & { readonly access: Access };

/** The use of a session is recorded at most this often, so that polling does not write every few seconds. */
const SEEN_EVERY_MS = 5 * 60_000;
const EXTEND_EVERY_MS = 30_000;

/**
 * Creates the check of domain 2.1.1: Bearer and `__Host-bind` together, from our own pages, with the assurance that
 * the endpoint requires. Every problem of the session is the same 401; a missing step-up is a 428.
 */
export function createSessionGate(context: SessionGateContext): Gate {
  return async (c, endpoint) => {
    const session = await (endpoint.file === 'application/pdf' ? sessionOfPaper : sessionOf)(context, c.req.raw);
    if (!session) return unauthorized();
    const forbidden = await checkImpersonation(context, c, session, endpoint);
    const about = { person: session.personId, session: session.id };
    if (forbidden) return { ...forbidden, about: { ...about, staff: session.impersonation?.staff ?? '' } };
    const client = await clientOf(context, session, endpoint.access);
    if ('kind' in client) return { ...client, about };
    await keepAlive(context, session, endpoint);
    return { kind: 'let-in', client, cookies: await rotate(context, session) };
  };
}

/** The session of a request, for protected endpoints and for public ones that adapt to it. */
export async function sessionOf(
  { db, clock }: Pick<SessionGateContext, 'db' | 'clock'>,
  request: Request,
): Promise<FoundSession | undefined> {
  if (isFromElsewhere(request)) return undefined;
  return findSession(db.kysely, pairOf(request), clock.now());
}

/**
 * The session of a request for a paper. Its address is opened in a tab, reloaded, printed and saved, where no script sends
 * a header: both cookies count then, if the browser says that one of our pages or the person themself asks.
 */
async function sessionOfPaper(
  context: Pick<SessionGateContext, 'db' | 'clock'>,
  request: Request,
): Promise<FoundSession | undefined> {
  if (!isOpenedInTab(request)) return sessionOf(context, request);
  const [token, bind] = [AUTH_COOKIE, BIND_COOKIE].map((name) => cookieOf(request, name));
  if (token === undefined || bind === undefined) return undefined;
  return findSession(context.db.kysely, { token, bind }, context.clock.now());
}

/** The previous session of a browser that signs in again: it ends, even when it belongs to another person. */
export async function replacedBy(
  context: Pick<SessionGateContext, 'db' | 'clock'>,
  request: Request,
): Promise<{ readonly sessionId: string; readonly personId: string } | undefined> {
  const session = await sessionOf(context, request);
  return session && { sessionId: session.id, personId: session.personId };
}

/** Browsers send the origin of a request; pages of other sites must never act for a client. */
export function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}

function pairOf(request: Request): Partial<SessionPair> {
  const token = /^Bearer ([\w-]+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const bind = cookieOf(request, BIND_COOKIE);
  return { ...(token !== undefined && { token }), ...(bind !== undefined && { bind }) };
}

/** Staff see what the client sees and do what the mode allows; every view is recorded before it is answered. */
async function checkImpersonation(
  { db, clock, trustedProxies }: SessionGateContext,
  c: Context,
  { impersonation, personId, id }: FoundSession,
  endpoint: Protected,
): Promise<Refusal | undefined> {
  if (!impersonation) return undefined;
  const allowed = mayStaff(endpoint, impersonation.mode);
  const { staff } = impersonation;
  const at = clock.now();
  const isChange = allowed && endpoint.impersonation === 'assist';
  await db.kysely.transaction().execute(async (trx) => {
    if (isChange) await recordStaffName(trx, { personId, kind: 'ASSISTED', at, staff });
    await recordAudit(trx, {
      actor: `staff:${staff}`,
      action: allowed ? `client-area.${endpoint.name}` : 'client-area.refused',
      subject: `person:${personId}`,
      after: { call: endpoint.name, params: c.req.param() },
      at,
      onBehalfOf: personId,
      impersonationId: impersonation.id,
      sessionId: id,
      caller: callerOf(c, trustedProxies),
    });
  });
  if (allowed) return undefined;
  return refused(403, 'impersonation_forbidden', 'Staff may not do this in the place of a client.');
}

function mayStaff({ method, access, impersonation }: Protected, mode: 'READ_ONLY' | 'ASSIST'): boolean {
  if (impersonation === 'allowed') return true;
  if (impersonation === 'assist') return mode === 'ASSIST';
  // Only the client can pass a step-up, never staff impersonating them.
  return impersonation === undefined && method === 'GET' && typeof access === 'string';
}

async function clientOf(
  { db, clock }: SessionGateContext,
  session: FoundSession,
  access: Access,
): Promise<Client | Refusal> {
  const now = clock.now();
  const isFull = session.fullUntil !== null && session.fullUntil.getTime() > now;
  const { impersonation } = session;
  const client: Client = {
    personId: session.personId,
    sessionId: session.id,
    assurance: isFull ? 'full' : 'basic',
    ...(impersonation && { impersonation: { ...impersonation, until: session.expiresAt } }),
  };
  if (access === 'basic') return client;
  if (access === 'full') return isFull ? client : reauthRequired({ level: 'full', methods: ['password', 'otp'] });
  const grant = await stepUpOf(db.kysely, { sessionId: session.id, isFull }, access.stepUp, now);
  return 'kind' in grant ? grant : { ...client, stepUp: grant };
}

/** The proof of a purpose, also for an endpoint that needs it for some requests only; else the 428 that asks for it. */
export async function stepUpOf(
  db: Db,
  { sessionId, isFull }: { readonly sessionId: string; readonly isFull: boolean },
  purpose: StepUpPurpose,
  now: number,
): Promise<StepUpGrant | Refusal> {
  const grants = isFull ? await findGrants(db, sessionId, purpose, now) : [];
  const missing = missingMethods(purpose, grants);
  const grant = grants.find(({ method }) => method === 'otp');
  if (missing.length === 0 && grant) return grant;
  return reauthRequired({ level: 'stepUp', purpose, methods: missing });
}

/** Purposes that open or empty an account: they need the password and a code, in this order (decision 0116). */
const BOTH: readonly StepUpPurpose[] = ['change-email', 'change-phone', 'change-bank-account', 'add-passkey'];

/** Every method a purpose needs: no code is sent before the password was right. */
export function stepUpMethods(purpose: StepUpPurpose): ReauthMethod[] {
  return BOTH.includes(purpose) ? ['password', 'otp'] : ['otp'];
}

/** Lists what is still to be proved for a purpose; the first of them is next. */
export function missingMethods(
  purpose: StepUpPurpose,
  proved: readonly { readonly method: ReauthMethod }[],
): ReauthMethod[] {
  return stepUpMethods(purpose).filter((needed) => !proved.some(({ method }) => method === needed));
}

/** Polling is not activity: only actions of the person keep the session fully signed in (domain 2.1.5). */
async function keepAlive(
  { db, clock }: SessionGateContext,
  session: FoundSession,
  { method }: Protected,
): Promise<void> {
  const now = clock.now();
  const left = (session.fullUntil?.getTime() ?? 0) - now;
  const active = method !== 'GET' && left > 0 && left < IDLE_MS - EXTEND_EVERY_MS;
  if (active || now - session.lastSeenAt.getTime() >= SEEN_EVERY_MS)
    await recordUse(db.kysely, session.id, { now, active });
}

async function rotate({ db, clock }: SessionGateContext, session: FoundSession): Promise<string[]> {
  const now = clock.now();
  if (session.due === 'confirm') await confirmPair(db.kysely, session);
  if (session.due !== 'rotate' && session.due !== 'rotate-again') return [];
  const pair = await rotateSession(db.kysely, session, { now, again: session.due === 'rotate-again' });
  return pair ? sessionCookies(pair, session.expiresAt, now) : [];
}
