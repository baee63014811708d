import type { Context } from 'hono';
import * as z from 'zod';
import { cleaned } from '#api/field-rules/cleaned.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { newPassword, oneTimeCode } from '#api/field-rules/secrets.ts';
import { oneLine } from '#api/field-rules/text.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { credential } from '#server/kit/passkeys.ts';
import { isSecret } from '#server/kit/secret.ts';
import { noteSecurity, type SecurityFacts } from '#server/kit/security-event.ts';
import { ACCOUNT_ANSWERS } from './account-answers.ts';
import { act, read, type StaffAct } from './act.ts';
import { endSession, IDLE_MS } from './colleague-store.ts';
import { openSignIn, signInByPasskey } from './passkey-sign-in.ts';
import { secondFactor, typedCode } from './second-factor.ts';
import { colleagueOf, EVERY_ROLE, needsPasskey, STAFF_PATH } from './staff-route.ts';
import {
  acceptInvitation,
  confirmInvitation,
  recordOf,
  STAFF_SIGN_IN_LIMIT,
  type StaffSession,
  type StaffSignIn,
  type StaffSignInContext,
  signInByDeskCode,
  signInColleague,
} from './staff-sign-in.ts';

/**
 * A login, as it stands in every record and after `--as`; `machine` is reserved, because records name programs by it.
 */
const LOGIN = /^(?!machine$)[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,59}$/iu;
export const login = z.string().overwrite(oneLine).regex(LOGIN);
// Pasted from a message, with blanks or a line end around it.
const invitation = z
  .string()
  .overwrite((typed) => cleaned(typed).replace(/\s/g, ''))
  .max(100);
const signInBody = z.strictObject({ login, password: z.string().min(1).max(500), code: required(secondFactor) });
const invitationBody = z.strictObject({
  login,
  invitation,
  password: z.string().refine((typed) => newPassword.check(typed) === undefined),
});
const confirmBody = z.strictObject({ login, invitation, code: required(oneTimeCode) });
const deskCodeBody = z.strictObject({ login, code: required(typedCode) });
const passkeyBody = z.strictObject({
  browser: z.string().refine(isSecret),
  credential: credential.optional(),
});

/** The ways in, and out again. */
export function wayInActs(): readonly StaffAct<StaffSignInContext>[] {
  const openTo = (path: string, facts: SecurityFacts) => ({
    path: `${STAFF_PATH}/${path}`,
    may: ['anybody'] as const,
    limit: (c: Context, context: StaffSignInContext) => limited(c, context, facts),
  });
  const by = (factor: SecurityFacts['factor']) => ({ what: 'staff-sign-in', ...(factor && { factor }) });
  return [
    act({
      ...openTo('sign-in', by('password')),
      name: 'sign-in',
      answers: ACCOUNT_ANSWERS['sign-in'],
      body: signInBody,
      answer: async (c, { body }, context) => answerSignIn(c, await signInColleague(context, body, from(c, context))),
    }),
    act({
      ...openTo('sign-in-by-passkey', by('passkey')),
      name: 'passkey-sign-in',
      answers: ACCOUNT_ANSWERS['passkey-sign-in'],
      body: passkeyBody,
      answer: (c, { body }, context) => answerPasskey(c, context, body),
    }),
    act({
      ...openTo('sign-in-by-desk-code', by('code')),
      name: 'desk-code-sign-in',
      answers: ACCOUNT_ANSWERS['sign-in'],
      body: deskCodeBody,
      answer: async (c, { body }, context) => answerSignIn(c, await signInByDeskCode(context, body, from(c, context))),
    }),
    act({
      ...openTo('invitations', { what: 'staff-invitation', factor: 'link' }),
      name: 'take-invitation',
      answers: ACCOUNT_ANSWERS['take-invitation'],
      body: invitationBody,
      answer: (c, { body }, context) => takeInvitation(c, context, body),
    }),
    act({
      ...openTo('invitations/confirm', { what: 'staff-invitation', factor: 'code' }),
      name: 'confirm-invitation',
      answers: ACCOUNT_ANSWERS['confirm-invitation'],
      body: confirmBody,
      answer: (c, { body }, context) => confirm(c, context, body),
    }),
    act({
      name: 'logout',
      answers: ACCOUNT_ANSWERS.logout,
      path: `${STAFF_PATH}/sign-out`,
      may: EVERY_ROLE,
      passkey: 'not-needed',
      answer: (c, _, context) => signOut(c, context),
    }),
    read({
      name: 'whoami',
      answers: ACCOUNT_ANSWERS.whoami,
      path: `${STAFF_PATH}/me`,
      may: EVERY_ROLE,
      passkey: 'not-needed',
      answer: (c, _, context) => whoAmI(c, context),
    }),
  ];
}

function from(c: Context, { trustedProxies }: StaffSignInContext): string {
  return callerOf(c, trustedProxies);
}

/** The way in is on record, whether it leads in or not. */
function limited(c: Context, context: StaffSignInContext, facts: SecurityFacts): Refusal | undefined {
  noteSecurity(c, facts);
  const rate = context.limiter.take(`staff-sign-in ${from(c, context)}`, STAFF_SIGN_IN_LIMIT);
  return rate.kind === 'limited' ? tooManyRequests(rate.retryAfterSeconds) : undefined;
}

function answerSignIn(c: Context, signedIn: StaffSignIn): Response {
  return signedIn.kind === 'session' ? c.json(sessionOf(c, signedIn), 201) : answerRefusal(c, wrongFactors());
}

/** Password or code are wrong, which is never said apart: after five such attempts the account is closed for a while. */
export function wrongFactors(): Refusal {
  const wrong = 'Login, password and code do not belong together, the code was used before, or the account is closed.';
  return refused(400, 'invalid_credentials', wrong);
}

function sessionOf(c: Context, { colleague, token, expiresAt }: Omit<StaffSession, 'kind'>) {
  noteSecurity(c, { staff: colleague.login });
  c.header('Cache-Control', 'no-store');
  const { login, name, roles } = colleague;
  return { token, login, name, roles, idleMinutes: IDLE_MS / 60_000, expiresAt: expiresAt.toISOString() };
}

/** The refusal where no passkey can be used: the browser says in every post which address its page has. */
export function originOf(c: Context, { passkeyOrigins }: Pick<StaffSignInContext, 'passkeyOrigins'>): string | Refusal {
  const origin = c.req.header('origin') ?? '';
  if (passkeyOrigins.has(origin)) return origin;
  return refused(409, 'passkey_elsewhere', `Passkeys work at ${passkeyOrigins.told}.`);
}

async function answerPasskey(
  c: Context,
  context: StaffSignInContext,
  { browser, credential: given }: z.output<typeof passkeyBody>,
): Promise<Response> {
  const origin = originOf(c, context);
  if (typeof origin !== 'string') return answerRefusal(c, origin);
  if (given === undefined) return c.json({ options: await openSignIn(context, { origin, browser }) });
  const signedIn = await signInByPasskey(context, { browser, credential: given }, from(c, context));
  return signedIn.kind === 'wrong' ? answerRefusal(c, passkeyRefused()) : answerSignIn(c, signedIn);
}

export function passkeyRefused(): Refusal {
  return refused(400, 'passkey_refused', 'The passkey was not accepted, or it took too long: begin again.');
}

async function takeInvitation(
  c: Context,
  context: StaffSignInContext,
  typed: z.output<typeof invitationBody>,
): Promise<Response> {
  const taken = await acceptInvitation(context, typed);
  c.header('Cache-Control', 'no-store');
  if (taken.kind === 'taken') return c.json({ secondFactor: taken.secondFactor }, 201);
  return answerRefusal(c, taken.kind === 'weak' ? weakPassword('password') : linkOver());
}

export function weakPassword(field: string): Refusal {
  return invalidFields([{ field, code: 'not_allowed' }]);
}

function linkOver(): Refusal {
  return refused(410, 'link_over', 'This invitation was used, is too old, or is for another login.');
}

async function confirm(
  c: Context,
  context: StaffSignInContext,
  typed: z.output<typeof confirmBody>,
): Promise<Response> {
  const confirmed = await confirmInvitation(context, typed, from(c, context));
  switch (confirmed.kind) {
    case 'confirmed':
      return c.json({ ...sessionOf(c, confirmed), recoveryCodes: confirmed.recoveryCodes }, 201);
    case 'wrong-code':
      return answerRefusal(c, invalidFields([{ field: 'code', code: 'mismatch' }]));
    case 'over':
      return answerRefusal(c, linkOver());
  }
}

async function signOut(c: Context, { db, clock }: StaffSignInContext): Promise<Response> {
  noteSecurity(c, { what: 'staff-sign-out' });
  const who = colleagueOf(c);
  const now = clock.now();
  await db.kysely.transaction().execute(async (trx) => {
    await endSession(trx, who.sessionId, now);
    await recordOf(trx, who, { action: 'colleague.sign-out', now });
  });
  return c.body(null, 204);
}

async function whoAmI(c: Context, context: StaffSignInContext): Promise<Response> {
  const { login, name, roles, expiresAt } = colleagueOf(c);
  const mustAdd = await needsPasskey(c, context);
  return c.json({ login, name, roles, expiresAt: expiresAt.toISOString(), ...(mustAdd && { needsPasskey: true }) });
}
