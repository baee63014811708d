import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine } from '#api/field-rules/text.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Trx } from '#server/kit/tables.ts';
import { ACCOUNT_ANSWERS } from './account-answers.ts';
import { act, read, type StaffAct } from './act.ts';
import { requireSecondApproval, secondNeeded } from './approvals.ts';
import { recordAudit } from './audit-store.ts';
import { maySupport, ROLES } from './colleague.ts';
import {
  changeRoles,
  findColleague,
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
import { ownAccountActs } from './own-account.ts';
import { answerList, pageAt, queryOfList } from './staff-list.ts';
import { operatorName, STAFF_PATH } from './staff-route.ts';
import type { StaffSignInContext } from './staff-sign-in.ts';
import { login, wayInActs } from './way-in-routes.ts';

const COLLEAGUES = `${STAFF_PATH}/colleagues`;

const roles = z
  .array(z.enum(ROLES))
  .min(1)
  .refine((all) => new Set(all).size === all.length);
const reason = z.string().overwrite(oneLine).min(5).max(300);
const colleagueBody = z.strictObject({ login, name: z.string().overwrite(oneLine).min(1).max(80), roles });
const inviteBody = z.strictObject({ reason });
const rolesBody = z.strictObject({ roles, reason });

const ofLogin = z.object({ login: z.string() });

/** The way in and out, a colleague's own account, and the accounts of all. */
export function accountActs(): readonly StaffAct<StaffSignInContext>[] {
  const may = ['admin'] as const;
  const path = (what: string) => `${COLLEAGUES}/:login/${what}`;
  const one = { may, params: ofLogin } as const;
  return [
    ...wayInActs(),
    ...ownAccountActs(),
    read({
      name: 'colleagues list',
      answers: ACCOUNT_ANSWERS['colleagues list'],
      path: COLLEAGUES,
      may: ['admin', 'compliance'],
      personal: 'many',
      query: queryOfList({}, isColleaguePlace),
      answer: (c, { query }, context) => list(c, context, pageAt(query)),
    }),
    act({
      name: 'colleagues add',
      answers: ACCOUNT_ANSWERS['colleagues add'],
      path: COLLEAGUES,
      may,
      second: 'always',
      body: colleagueBody,
      answer: (c, { body }, context) => add(c, context, body),
    }),
    act({
      ...one,
      name: 'colleagues invite',
      answers: ACCOUNT_ANSWERS['colleagues invite'],
      path: path('invite'),
      second: 'always',
      body: inviteBody,
      answer: (c, { params, body }, context) => invite(c, context, params.login, body),
    }),
    act({
      ...one,
      name: 'colleagues roles',
      answers: ACCOUNT_ANSWERS['colleagues roles'],
      path: path('roles'),
      second: 'always',
      body: rolesBody,
      answer: (c, { params, body }, context) => giveRoles(c, context, params.login, body),
    }),
    ...(['lock', 'unlock'] as const).map((what) =>
      act({
        ...one,
        name: `colleagues ${what}`,
        answers: ACCOUNT_ANSWERS[`colleagues ${what}`],
        path: path(what),
        body: inviteBody,
        answer: (c, { params, body }, context: StaffSignInContext) =>
          lockOrUnlock(c, context, what, { login: params.login, ...body }),
      }),
    ),
  ];
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
  // Without a password and never invited: somebody of the sandbox, whom the desk's link signs in.
  if (password_hash === null && invited_until !== null) return invited_until.getTime() > now ? 'INVITED' : 'EXPIRED';
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
