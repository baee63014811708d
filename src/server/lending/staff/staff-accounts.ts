import type { Context } from 'hono';
import * as z from 'zod';
import { cleaned } from '#api/field-rules/cleaned.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { newPassword, oneTimeCode } from '#api/field-rules/secrets.ts';
import { oneLine } from '#api/field-rules/text.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, notFound, type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import type { Trx } from '#server/kit/tables.ts';
import { ACCOUNT_ANSWERS } from './account-answers.ts';
import { act, read, type StaffRoute } from './act.ts';
import { requireSecondApproval, secondNeeded } from './approvals.ts';
import { recordAudit } from './audit-store.ts';
import { maySupport, ROLES } from './colleague.ts';
import {
  changeRoles,
  endSession,
  findColleague,
  IDLE_MS,
  insertColleague,
  inviteColleague,
  isColleaguePlace,
  lockAccount,
  lockColleague,
  pagedColleagues,
  type StoredColleague,
  unlockAccount,
} from './colleague-store.ts';
import type { PageRequest } from './list-source.ts';
import { answerList, pageAt, queryOfList } from './staff-list.ts';
import { colleagueOf, EVERY_ROLE, operatorName, STAFF_PATH } from './staff-route.ts';
import { acceptInvitation, STAFF_SIGN_IN_LIMIT, type StaffSignInContext, signInColleague } from './staff-sign-in.ts';

const COLLEAGUES = `${STAFF_PATH}/colleagues`;

/**
 * A login, as it stands in every record and after `--as`; `machine` is reserved, because records name programs by it.
 */
const LOGIN = /^(?!machine$)[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,59}$/iu;
const login = z.string().overwrite(oneLine).regex(LOGIN);
const roles = z
  .array(z.enum(ROLES))
  .min(1)
  .refine((all) => new Set(all).size === all.length);
const reason = z.string().overwrite(oneLine).min(5).max(300);
const signInBody = z.strictObject({ login, password: z.string().min(1).max(500), code: required(oneTimeCode) });
const invitationBody = z.strictObject({
  login,
  // Pasted from a message, with blanks or a line end around it.
  invitation: z
    .string()
    .overwrite((typed) => cleaned(typed).replace(/\s/g, ''))
    .max(100),
  password: z.string().refine((typed) => newPassword.check(typed) === undefined),
});
const colleagueBody = z.strictObject({ login, name: z.string().overwrite(oneLine).min(1).max(80), roles });
const inviteBody = z.strictObject({ reason });
const rolesBody = z.strictObject({ roles, reason });

const ofLogin = z.object({ login: z.string() });

/** The way in and out, and the accounts of colleagues. */
export function accountRoutes(context: StaffSignInContext): readonly StaffRoute[] {
  const may = ['admin'] as const;
  const path = (what: string) => `${COLLEAGUES}/:login/${what}`;
  const one = { may, params: ofLogin } as const;
  return [
    ...wayIn(context),
    read({
      name: 'colleagues list',
      answers: ACCOUNT_ANSWERS['colleagues list'],
      path: COLLEAGUES,
      may: ['admin', 'compliance'],
      personal: 'many',
      query: queryOfList({}, isColleaguePlace),
      answer: (c, { query }) => list(c, context, pageAt(query)),
    }),
    act({
      name: 'colleagues add',
      answers: ACCOUNT_ANSWERS['colleagues add'],
      path: COLLEAGUES,
      may,
      second: 'always',
      body: colleagueBody,
      answer: (c, { body }) => add(c, context, body),
    }),
    act({
      ...one,
      name: 'colleagues invite',
      answers: ACCOUNT_ANSWERS['colleagues invite'],
      path: path('invite'),
      second: 'always',
      body: inviteBody,
      answer: (c, { params, body }) => invite(c, context, params.login, body),
    }),
    act({
      ...one,
      name: 'colleagues roles',
      answers: ACCOUNT_ANSWERS['colleagues roles'],
      path: path('roles'),
      second: 'always',
      body: rolesBody,
      answer: (c, { params, body }) => giveRoles(c, context, params.login, body),
    }),
    ...(['lock', 'unlock'] as const).map((what) =>
      act({
        ...one,
        name: `colleagues ${what}`,
        answers: ACCOUNT_ANSWERS[`colleagues ${what}`],
        path: path(what),
        body: inviteBody,
        answer: (c, { params, body }) => lockOrUnlock(c, context, what, { login: params.login, ...body }),
      }),
    ),
  ];
}

function wayIn(context: StaffSignInContext): readonly StaffRoute[] {
  const limit = (c: Context) => limited(c, context);
  return [
    act({
      name: 'sign-in',
      answers: ACCOUNT_ANSWERS['sign-in'],
      path: `${STAFF_PATH}/sign-in`,
      may: ['anybody'],
      limit,
      body: signInBody,
      answer: (c, { body }) => signIn(c, context, body),
    }),
    act({
      name: 'take-invitation',
      answers: ACCOUNT_ANSWERS['take-invitation'],
      path: `${STAFF_PATH}/invitations`,
      may: ['anybody'],
      limit,
      body: invitationBody,
      answer: (c, { body }) => takeInvitation(c, context, body),
    }),
    act({
      name: 'logout',
      answers: ACCOUNT_ANSWERS.logout,
      path: `${STAFF_PATH}/sign-out`,
      may: EVERY_ROLE,
      answer: (c) => signOut(c, context),
    }),
    read({
      name: 'whoami',
      answers: ACCOUNT_ANSWERS.whoami,
      path: `${STAFF_PATH}/me`,
      may: EVERY_ROLE,
      answer: whoAmI,
    }),
  ];
}

/** The way in is on record, whether it leads in or not. */
function limited(c: Context, { limiter, trustedProxies }: StaffSignInContext): Refusal | undefined {
  const isSignIn = c.req.path.endsWith('/sign-in');
  noteSecurity(
    c,
    isSignIn ? { what: 'staff-sign-in', factor: 'password' } : { what: 'staff-invitation', factor: 'link' },
  );
  const rate = limiter.take(`staff-sign-in ${callerOf(c, trustedProxies)}`, STAFF_SIGN_IN_LIMIT);
  return rate.kind === 'limited' ? tooManyRequests(rate.retryAfterSeconds) : undefined;
}

async function signIn(c: Context, context: StaffSignInContext, typed: z.output<typeof signInBody>): Promise<Response> {
  const signedIn = await signInColleague(context, typed, callerOf(c, context.trustedProxies));
  if (signedIn.kind === 'wrong') {
    const wrong =
      'Login, password and code do not belong together, the code was used before, or the account is closed.';
    return answerRefusal(c, refused(400, 'invalid_credentials', wrong));
  }
  const { colleague, token, expiresAt } = signedIn;
  noteSecurity(c, { staff: colleague.login });
  c.header('Cache-Control', 'no-store');
  const { login, name, roles } = colleague;
  return c.json({ token, login, name, roles, idleMinutes: IDLE_MS / 60_000, expiresAt: expiresAt.toISOString() }, 201);
}

async function takeInvitation(
  c: Context,
  context: StaffSignInContext,
  typed: z.output<typeof invitationBody>,
): Promise<Response> {
  const taken = await acceptInvitation(context, typed);
  c.header('Cache-Control', 'no-store');
  switch (taken.kind) {
    case 'taken':
      return c.json({ secondFactor: taken.secondFactor }, 201);
    case 'weak':
      return answerRefusal(c, invalidFields([{ field: 'password', code: 'not_allowed' }]));
    case 'over':
      return answerRefusal(
        c,
        refused(410, 'link_over', 'This invitation was used, is too old, or is for another login.'),
      );
  }
}

async function signOut(c: Context, { db, clock }: StaffSignInContext): Promise<Response> {
  noteSecurity(c, { what: 'staff-sign-out' });
  const { id, login, sessionId } = colleagueOf(c);
  const now = clock.now();
  await db.kysely.transaction().execute(async (trx) => {
    await endSession(trx, sessionId, now);
    const actor = `operator:${login}`;
    await recordAudit(trx, { actor, action: 'colleague.sign-out', subject: `colleague:${id}`, at: now });
  });
  return c.body(null, 204);
}

function whoAmI(c: Context): Response {
  const { login, name, roles, expiresAt } = colleagueOf(c);
  return c.json({ login, name, roles, expiresAt: expiresAt.toISOString() });
}

function list(c: Context, { db, clock }: StaffSignInContext, asked: PageRequest): Promise<Response> {
  const now = clock.now();
  const colleagues = pagedColleagues(db.kysely, (colleague) => rowOf(colleague, now));
  return answerList(c, { name: 'colleagues', ...colleagues }, asked);
}

function rowOf(colleague: StoredColleague, now: number) {
  const { login, name, roles, created_at: since } = colleague;
  return { login, name, roles, status: statusOf(colleague, now), since: since.toISOString() };
}

function statusOf(colleague: StoredColleague, now: number): 'LOCKED' | 'CLOSED' | 'INVITED' | 'ACTIVE' | 'EXPIRED' {
  const { locked_at, closed_until, password_hash, invited_until } = colleague;
  if (locked_at !== null) return 'LOCKED';
  if (password_hash === null) return invited_until && invited_until.getTime() > now ? 'INVITED' : 'EXPIRED';
  return closed_until && closed_until.getTime() > now ? 'CLOSED' : 'ACTIVE';
}

type Changed = { readonly kind: 'changed'; readonly invitation?: string } | Refusal;

/**
 * Creates an account. It takes two administrators, as a new invitation does, because one alone could otherwise get a
 * second account and approve their own proposals with it.
 */
async function add(
  c: Context,
  context: StaffSignInContext,
  colleague: z.output<typeof colleagueBody>,
): Promise<Response> {
  const { login: asked, roles: given } = colleague;
  const taken = await findColleague(context.db.kysely, asked);
  if (taken) return answerRefusal(c, refused(409, 'login_taken', `${taken.login} has an account.`));
  return byTwo(
    c,
    context,
    { action: 'colleague.add', login: asked, request: colleague, about: { login: asked, roles: given } },
    async (trx, now) => {
      const id = await insertColleague(trx, colleague, now);
      if (id === undefined) return refused(409, 'login_taken', `${asked} has an account.`);
      return { kind: 'changed', invitation: await inviteColleague(trx, id, now) };
    },
  );
}

async function invite(
  c: Context,
  context: StaffSignInContext,
  whose: string,
  why: z.output<typeof inviteBody>,
): Promise<Response> {
  const account = await findColleague(context.db.kysely, whose);
  if (!account) return answerRefusal(c, notFound());
  const asked = {
    action: 'colleague.invite',
    login: account.login,
    request: {},
    about: { login: account.login, ...why },
  };
  return byTwo(c, context, asked, async (trx, now) => {
    const invitation = await inviteColleague(trx, account.id, now);
    await context.endVisits(trx, account.id, now);
    return { kind: 'changed', invitation };
  });
}

async function giveRoles(
  c: Context,
  context: StaffSignInContext,
  whose: string,
  change: z.output<typeof rolesBody>,
): Promise<Response> {
  const account = await findColleague(context.db.kysely, whose);
  if (!account) return answerRefusal(c, notFound());
  const given = [...change.roles].sort();
  const about = { login: account.login, before: account.roles, ...change };
  const asked = { action: 'colleague.roles', login: account.login, request: given, about };
  return byTwo(c, context, asked, async (trx, now) => {
    await changeRoles(trx, account.id, given);
    // Calls are let in by the roles of their moment, a visit by those of its beginning.
    if (!maySupport({ roles: given })) await context.endVisits(trx, account.id, now);
    return { kind: 'changed' };
  });
}

async function byTwo(
  c: Context,
  context: StaffSignInContext,
  { login: whose, ...asked }: { action: string; login: string; request: unknown; about: Record<string, unknown> },
  change: (trx: Trx, now: number) => Promise<Changed>,
): Promise<Response> {
  const { db, clock } = context;
  const approval = { ...asked, subject: `colleague:${whose.toLowerCase()}` };
  // Nothing but the approval says who did it: they stand together, or nothing is changed.
  const done = await requireSecondApproval(context, c, approval, (approve) =>
    db.kysely.transaction().execute(async (trx) => {
      const changed = await change(trx, clock.now());
      if (changed.kind !== 'refused') await approve(trx);
      return changed;
    }),
  );
  if (done.kind === 'second-needed') return secondNeeded(c, done);
  if (done.kind === 'refused') return answerRefusal(c, done);
  return c.json({ login: whose, ...(done.invitation !== undefined && { invitation: done.invitation }) }, 201);
}

/** One administrator is enough, and it takes effect at once: locking somebody out must not wait for a second approval. */
async function lockOrUnlock(
  c: Context,
  context: StaffSignInContext,
  what: 'lock' | 'unlock',
  { login: whose, ...why }: z.output<typeof inviteBody> & { readonly login: string },
): Promise<Response> {
  const { db, clock, endVisits } = context;
  const now = clock.now();
  const actor = `operator:${operatorName(c)}`;
  const done = await db.kysely.transaction().execute(async (trx) => {
    const account = await lockColleague(trx, whose);
    if (!account) return false;
    if (what === 'lock') {
      await lockAccount(trx, account.id, now);
      await endVisits(trx, account.id, now);
    } else await unlockAccount(trx, account.id);
    const subject = `colleague:${account.id}`;
    await recordAudit(trx, { actor, action: `colleague.${what}`, subject, after: why, at: now });
    return true;
  });
  return done ? c.json({ status: what === 'lock' ? 'LOCKED' : 'ACTIVE' }) : answerRefusal(c, notFound());
}
