import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { callerOf } from '#server/kit/caller.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { maskText } from '#server/kit/mask-text.ts';
import { isSecret } from '#server/kit/secret.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { type Act, answerAct, type SentRequest, type StaffRoute } from './act.ts';
import { fieldsOf } from './act-fields.ts';
import { recordAudit, recordAuditOnce } from './audit-store.ts';
import { type Colleague, ROLES, type Role, type StaffCaller } from './colleague.ts';
import { findSignedIn, type SignedInColleague } from './colleague-store.ts';
import { passkeysOf } from './passkey-store.ts';
import type { StaffNetworks } from './staff-networks.ts';

export const STAFF_PATH = '/api/v1/staff';

/** Everybody who has an account. */
export const EVERY_ROLE: readonly Role[] = ROLES;

export interface StaffGateContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly trustedProxies: number;
  readonly staffNetworks: StaffNetworks;
  /** Of machines; without one no machine may call anything. */
  readonly operatorToken: string | undefined;
  /** Roles that a password and a code open nothing for but the page that adds a passkey. */
  readonly passkeyRoles: () => Promise<readonly Role[]>;
}

const MACHINE: Omit<Colleague, 'roles'> & { readonly roles: readonly StaffCaller[] } = {
  id: '',
  login: 'machine',
  name: 'machine',
  roles: ['machine'],
};

type SignedIn = typeof MACHINE & Partial<Pick<SignedInColleague, 'sessionId' | 'expiresAt' | 'provedAt'>>;

/**
 * Serves the staff API: from the lender's networks, to colleagues who are signed in, each call to the roles it names.
 */
export function serveStaffRoutes(app: HttpApp, context: StaffGateContext, routes: readonly StaffRoute[]): void {
  const open = routes.filter(({ may }) => may.includes('anybody'));
  app.use(`${STAFF_PATH}/*`, fromLendersNetworks(context));
  for (const route of open) app.on(route.method, route.path, asMeant(route), (c) => answerAct(c, route));
  app.use(`${STAFF_PATH}/*`, signedInOnly(context), withDoor({ app, routes }));
  for (const route of routes)
    if (!open.includes(route))
      app.on(route.method, route.path, asMeant(route), allowedTo(route, context), (c) =>
        answerSignedIn(c, context, route),
      );
}

async function answerSignedIn(c: Context, { db, clock }: StaffGateContext, route: StaffRoute): Promise<Response> {
  c.set('businessDate', clock.businessDate());
  recordLooksOf(c, { db, clock, act: route, login: operatorName(c) });
  return requireRecord(c, route, await answerAct(c, route));
}

/** The act that a request asks for. */
export function actOf(c: Context): StaffRoute {
  return c.get('act') as StaffRoute;
}

/** Names a file by the act that answers it and the day of the books: `loan-list-2026-01-15.csv`. */
export function fileHeaders(c: Context, extension: string, mediaType: string): Record<string, string> {
  const { name } = actOf(c);
  const file = [name.replaceAll(' ', '-'), c.get('businessDate') as string].join('-');
  return { 'Content-Type': mediaType, 'Content-Disposition': `attachment; filename="${file}.${extension}"` };
}

/** Says which act a request means, whose path is made from what somebody typed: `export` is not a complaint's number. */
export const ACT_HEADER = 'x-act';

/** Says which proposal a request approves: such a request never becomes a proposal itself. */
const APPROVAL_HEADER = 'x-approval';

/** The staff API as a call of it can ask it again. */
interface Door {
  readonly app: HttpApp;
  readonly routes: readonly StaffRoute[];
}

const DOOR = 'staff-door';

function withDoor(door: Door): MiddlewareHandler {
  return (c, next) => {
    c.set(DOOR, door);
    return next();
  };
}

/** Every act that this program serves, in the order of its subjects. */
export function servedActs(c: Context): readonly Act[] {
  return (c.get(DOOR) as Door).routes;
}

/** The act of this name, if this program has it. */
export function routeNamed(c: Context, name: string): StaffRoute | undefined {
  return (c.get(DOOR) as Door).routes.find((route) => route.name === name);
}

/** Headers that say who asks and from where. */
const FROM = ['authorization', 'x-forwarded-for', 'user-agent', 'x-request-id'] as const;

/**
 * Sends the stored request of a proposal once more, as the colleague of this call: through the same door, with their
 * roles and by the rules of this moment.
 */
export async function askAgain(c: Context, { act, params, body }: SentRequest, approval: string): Promise<Response> {
  const route = routeNamed(c, act);
  if (!route) throw new Error(`there is no act ${act}`);
  const path = Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, () => encodeURIComponent(value)),
    route.path as string,
  );
  const headers = new Headers({ 'content-type': 'application/json', [ACT_HEADER]: act, [APPROVAL_HEADER]: approval });
  for (const name of FROM) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const request = new Request(new URL(path, c.req.url), { method: 'POST', headers, body: JSON.stringify(body) });
  return (c.get(DOOR) as Door).app.fetch(request, c.env as never);
}

/** The proposal that this request approves; undefined when it is asked by hand. */
export function approvalMeant(c: Context): string | undefined {
  return c.req.header(APPROVAL_HEADER);
}

function asMeant({ name }: StaffRoute): MiddlewareHandler {
  return async (c, next) => ((c.req.header(ACT_HEADER) ?? name) === name ? next() : answerRefusal(c, notFound()));
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

function allowedTo(route: StaffRoute, context: StaffGateContext): MiddlewareHandler {
  return async (c, next) => {
    c.set('act', route);
    const needed = roleNeeded(c, route) ?? (await passkeyNeeded(c, context, route));
    return needed ? answerRefusal(c, needed) : next();
  };
}

/** The refusal of a session that no passkey has opened where one must; undefined for every other one. */
async function passkeyNeeded(c: Context, context: StaffGateContext, { passkey, second }: StaffRoute) {
  if (passkey === 'not-needed') return undefined;
  if (await needsPasskey(c, context)) return passkeyRequired();
  return passkey === 'fresh' || second === 'always' ? staleProof(c, context) : undefined;
}

export function passkeyRequired(): Refusal {
  return refused(428, 'passkey_required', 'It takes a passkey: add one at the desk, in your account.');
}

/** Tells whether a password and a code opened the session of somebody whose role asks for a passkey. */
export async function needsPasskey(
  c: Context,
  { passkeyRoles }: Pick<StaffGateContext, 'passkeyRoles'>,
): Promise<boolean> {
  const { roles, sessionId, provedAt } = signedInOf(c);
  if (sessionId === undefined || provedAt) return false;
  return (await passkeyRoles()).some((role) => roles.includes(role));
}

/** So long a use of a passkey says who sits at the desk. */
const PROOF_MS = 10 * 60_000;

export function isProofFresh(c: Context, now: number): boolean {
  return (signedInOf(c).provedAt?.getTime() ?? 0) > now - PROOF_MS;
}

/** The refusal of somebody who has a passkey and has not used it in the last ten minutes. */
export async function staleProof(
  c: Context,
  { db, clock }: { readonly db: Pick<Database<Tables>, 'kysely'>; readonly clock: Pick<Clock, 'now'> },
): Promise<Refusal | undefined> {
  const { id, sessionId } = signedInOf(c);
  if (sessionId === undefined || isProofFresh(c, clock.now())) return undefined;
  if ((await passkeysOf(db.kysely, id)).length === 0) return undefined;
  return refused(428, 'passkey_needed', 'Use your passkey again: the last time was over ten minutes ago.');
}

/** The refusal of a caller without a role for this act; undefined for one who may ask it. */
export function roleNeeded(c: Context, { may }: StaffRoute): Refusal | undefined {
  if (signedInOf(c).roles.some((role) => may.includes(role))) return undefined;
  const roles = may.filter((role) => role !== 'machine');
  const whose = roles.length > 0 ? `It takes ${roles.join(' or ')}.` : 'It is for programs of a deployment.';
  return refused(403, 'role_needed', whose);
}

function signedInOf(c: Context): SignedIn {
  return c.get('colleague') as SignedIn;
}

/** The roles of the caller, a person or a machine. */
export function rolesOf(c: Context): readonly StaffCaller[] {
  return signedInOf(c).roles;
}

/** Who is signed in, in a call that no machine may make. */
export function colleagueOf(c: Context): SignedInColleague {
  const signedIn = signedInOf(c);
  if (signedIn.sessionId === undefined) throw new Error(`${c.req.path} needs a person`);
  return signedIn as SignedInColleague;
}

/** Lists the callers that may ask for the same as this call, whose description must say that it takes two. */
export function callersOfTwo(c: Context): readonly StaffCaller[] {
  const { name, may, second } = actOf(c);
  if (second === undefined) throw new Error(`${name} takes two accounts, which its description does not say`);
  return may;
}

/** Names the caller for records: the login of the account that is signed in. */
export function operatorName(c: Context): string {
  return signedInOf(c).login;
}

/** Tells whether a request brings the token of machines: `Authorization: Bearer <token>`, compared in constant time. */
export function isMachine(c: Context, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = bearerOf(c);
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function bearerOf(c: Context): string | undefined {
  return /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
}

/** The place where looks at personal data are written down. */
interface LookRecord {
  readonly db: Database<Tables>;
  readonly clock: Pick<Clock, 'now'>;
  readonly act: Act;
  readonly login: string;
}

const RECORD = 'look-record';
const IS_WRITTEN = 'look-is-written';

function recordLooksOf(c: Context, record: LookRecord): void {
  c.set(RECORD, record);
}

function recordOf(c: Context): LookRecord | undefined {
  return c.get(RECORD) as LookRecord | undefined;
}

/** Tells whether the act that is asked for says who somebody is. */
export function showsPeople(c: Context): boolean {
  return recordOf(c)?.act.personal !== undefined;
}

/** A look as it is recorded: ids and numbers, never personal data. */
export interface Shown {
  /** `person.view`; `complaints.export`, the words of the act, by default. */
  readonly action?: string;
  /** `person:<id>`; the group of acts by default. */
  readonly subject?: string;
  /** The number of people, or of rows about them. */
  readonly shown?: number;
  /** The number of rows that there are. */
  readonly of?: number | string;
  /** The kind of file that they leave in. */
  readonly as?: string;
  /** Further facts of the look: the days that are meant. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
  /** Written instead of all of these. */
  readonly after?: unknown;
  /** Time within which a look like it is not another one: the pictures of one page are asked for one by one. */
  readonly withinMs?: number;
  /** Other records of the same look, written in its transaction before it. */
  readonly within?: (trx: Trx) => Promise<void>;
}

/** Fields of a query that say which page is meant, not what is looked for. */
const PLACES = ['cursor', 'limit', 'format'];

/**
 * Records that a colleague is shown personal data: who, what, when and of how many. It must have been written before
 * any of it leaves, because a look that is not on record cannot be found again. Acts that show none write nothing.
 */
export async function recordShown(
  c: Context,
  { action, subject, about, after, within, withinMs, ...counted }: Shown,
): Promise<void> {
  const record = recordOf(c);
  if (record?.act.personal === undefined) return;
  const { db, clock, act, login } = record;
  // Of a query only what the act has checked: anything else in an address could say who somebody is, for ever.
  const checked = fieldsOf(act).flatMap(({ name, place }) => (place === 'query' ? [name] : []));
  const filter = Object.entries(c.req.query()).filter(([name]) => checked.includes(name) && !PLACES.includes(name));
  const facts = after ?? { ...about, ...Object.fromEntries(filter), ...counted };
  const entry = {
    actor: `operator:${login}`,
    action: action ?? act.name.replaceAll(' ', '.'),
    subject: subject ?? act.name.split(' ')[0] ?? act.name,
    ...(Object.keys(facts as object).length > 0 && { after: facts }),
    at: clock.now(),
  };
  await db.kysely.transaction().execute(async (trx) => {
    await within?.(trx);
    if (withinMs === undefined) await recordAudit(trx, entry);
    else await recordAuditOnce(trx, entry, entry.at - withinMs);
  });
  c.set(IS_WRITTEN, true);
}

/** Says that an act has recorded its look itself, in the transaction of what it did. */
export function lookIsRecorded(c: Context): void {
  c.set(IS_WRITTEN, true);
}

/**
 * Holds back an answer with personal data whose look was not recorded: it is an error of the program, and becomes a
 * 500 without any of the data.
 */
export function requireRecord(c: Context, { name, personal }: Act, answer: Response): Response {
  if (personal !== undefined && answer.ok && c.get(IS_WRITTEN) !== true)
    throw new Error(`${name} shows personal data and did not record it`);
  return answer;
}
