import type { Context } from 'hono';
import * as z from 'zod';
import type { FieldError } from '#api/errors.ts';
import { optional, required } from '#api/field-rules/field-rule.ts';
import { newPassword } from '#api/field-rules/secrets.ts';
import { oneLine } from '#api/field-rules/text.ts';
import { invalidFields, notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { credential, PASSKEY_CHALLENGE_MS } from '#server/kit/passkeys.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import { inFours } from '#server/kit/totp.ts';
import { ACCOUNT_ANSWERS } from './account-answers.ts';
import { act, byId, read, type StaffAct } from './act.ts';
import { changePassword, endOwnSession, openSessionsOf } from './colleague-store.ts';
import { addPasskey, openAdding, openProof, proveAgain, removePasskey } from './passkey-sign-in.ts';
import { passkeysOf } from './passkey-store.ts';
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { secondFactor } from './second-factor.ts';
import { keepChallenge } from './staff-challenges.ts';
import { colleagueOf, EVERY_ROLE, isProofFresh, passkeyRequired, STAFF_PATH, staleProof } from './staff-route.ts';
import { isWeakFor, recordOf, type StaffSignInContext, withFactors } from './staff-sign-in.ts';
import { originOf, passkeyRefused, weakPassword, wrongFactors } from './way-in-routes.ts';

const factors = { password: z.string().min(1).max(500), appCode: required(secondFactor) };
const passwordBody = z.strictObject({
  ...factors,
  newPassword: z.string().refine((typed) => newPassword.check(typed) === undefined),
});
const codesBody = z.strictObject(factors);
// Twice: first what must be given afresh, then what the browser has made.
const addBody = z.strictObject({
  name: z.string().overwrite(oneLine).min(1).max(60).optional(),
  password: factors.password.optional(),
  appCode: optional(secondFactor),
  credential: credential.optional(),
});
const proofBody = z.strictObject({ credential: credential.optional() });

/** Acts by which a colleague sees and changes their own account. */
export function ownAccountActs(): readonly StaffAct<StaffSignInContext>[] {
  const own = (path: string) => ({ path: `${STAFF_PATH}/account${path}`, may: EVERY_ROLE });
  return [
    read({
      ...own(''),
      name: 'account show',
      answers: ACCOUNT_ANSWERS['account show'],
      answer: (c, _, context) => show(c, context),
    }),
    act({
      ...own('/passkeys'),
      name: 'account add-passkey',
      answers: ACCOUNT_ANSWERS['account add-passkey'],
      body: addBody,
      passkey: 'not-needed',
      answer: (c, { body }, context) => add(c, context, body),
    }),
    act({
      ...own('/passkeys/:id/remove'),
      name: 'account remove-passkey',
      answers: ACCOUNT_ANSWERS['account remove-passkey'],
      params: byId,
      answer: (c, { params }, context) => remove(c, context, params.id),
    }),
    act({
      ...own('/proof'),
      name: 'account prove',
      answers: ACCOUNT_ANSWERS['account prove'],
      body: proofBody,
      passkey: 'not-needed',
      answer: (c, { body }, context) => prove(c, context, body),
    }),
    act({
      ...own('/password'),
      name: 'account password',
      answers: ACCOUNT_ANSWERS['account password'],
      body: passwordBody,
      answer: (c, { body }, context) => password(c, context, body),
    }),
    act({
      ...own('/recovery-codes'),
      name: 'account recovery-codes',
      answers: ACCOUNT_ANSWERS['account recovery-codes'],
      body: codesBody,
      answer: (c, { body }, context) => recoveryCodes(c, context, body),
    }),
    act({
      ...own('/desk-code'),
      name: 'account desk-code',
      answers: ACCOUNT_ANSWERS['account desk-code'],
      answer: (c, _, context) => deskCode(c, context),
    }),
    act({
      ...own('/sessions/:id/end'),
      name: 'account end-session',
      answers: ACCOUNT_ANSWERS['account end-session'],
      params: byId,
      answer: (c, { params }, context) => endOne(c, context, params.id),
    }),
  ];
}

async function show(c: Context, { db, clock }: StaffSignInContext): Promise<Response> {
  const { id, sessionId } = colleagueOf(c);
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  const passkeys = (await passkeysOf(db.kysely, id)).map((one) => ({
    id: one.id,
    name: one.name,
    host: one.rp_id,
    since: one.created_at.toISOString(),
    lastUsed: at(one.last_used_at),
  }));
  const sessions = (await openSessionsOf(db.kysely, id, clock.now())).map((one) => ({
    id: one.id,
    isThis: one.id === sessionId,
    since: one.since.toISOString(),
    until: one.until.toISOString(),
    caller: one.caller,
    provedAt: at(one.provedAt),
  }));
  return c.json({ recoveryCodes: await countRecoveryCodes(db.kysely, id), passkeys, sessions });
}

async function add(c: Context, context: StaffSignInContext, given: z.output<typeof addBody>): Promise<Response> {
  noteSecurity(c, { what: 'staff-passkey', factor: 'passkey' });
  const origin = originOf(c, context);
  if (typeof origin !== 'string') return answerRefusal(c, origin);
  const who = colleagueOf(c);
  if (given.credential !== undefined) {
    const name = await addPasskey(context, who, given.credential);
    return name === undefined ? answerRefusal(c, passkeyRefused()) : c.json({ name }, 201);
  }
  const { name, password, appCode: code } = given;
  if (name === undefined || password === undefined || code === undefined) return answerRefusal(c, missingIn(given));
  const options = await openAdding(context, who, { name, password, code, origin });
  return options ? c.json({ options }) : answerRefusal(c, wrongFactors());
}

function missingIn(given: z.output<typeof addBody>): Refusal {
  const missing = (['name', 'password', 'appCode'] as const).filter((field) => given[field] === undefined);
  return invalidFields(missing.map((field): FieldError => ({ field, code: 'required' })));
}

async function remove(c: Context, context: StaffSignInContext, id: string): Promise<Response> {
  noteSecurity(c, { what: 'staff-passkey' });
  const name = await removePasskey(context, colleagueOf(c), id);
  return name === undefined ? answerRefusal(c, notFound()) : c.json({ name });
}

async function prove(c: Context, context: StaffSignInContext, given: z.output<typeof proofBody>): Promise<Response> {
  noteSecurity(c, { what: 'staff-proof', factor: 'passkey' });
  const origin = originOf(c, context);
  if (typeof origin !== 'string') return answerRefusal(c, origin);
  const who = colleagueOf(c);
  if (given.credential === undefined) {
    const has = (await passkeysOf(context.db.kysely, who.id)).length > 0;
    return has ? c.json({ options: await openProof(context, who, origin) }) : answerRefusal(c, passkeyRequired());
  }
  return (await proveAgain(context, who, given.credential)) ? c.json({}) : answerRefusal(c, passkeyRefused());
}

async function password(
  c: Context,
  context: StaffSignInContext,
  { newPassword: chosen, ...given }: z.output<typeof passwordBody>,
): Promise<Response> {
  noteSecurity(c, { what: 'staff-password', factor: 'password' });
  const { login, name, sessionId } = colleagueOf(c);
  if (isWeakFor({ login, name }, chosen)) return answerRefusal(c, weakPassword('newPassword'));
  const passwordHash = await hashPassword(chosen);
  return afterFactors(c, context, given, async (trx, { id, login: own }, entry) => {
    await changePassword(trx, { id, passwordHash, sessionId }, entry.now);
    await recordOf(trx, { id, login: own }, { ...entry, action: 'colleague.password' });
    return {};
  });
}

async function recoveryCodes(c: Context, context: StaffSignInContext, given: z.output<typeof codesBody>) {
  noteSecurity(c, { what: 'staff-recovery-codes', factor: 'password' });
  return afterFactors(c, context, given, async (trx, account, entry) => {
    const recoveryCodes = await makeRecoveryCodes(trx, account.id, entry.now);
    await recordOf(trx, account, { ...entry, action: 'colleague.recovery-codes' });
    return { recoveryCodes };
  });
}

async function afterFactors(
  c: Context,
  context: StaffSignInContext,
  { password, appCode: code }: z.output<typeof codesBody>,
  then: Parameters<typeof withFactors<Readonly<Record<string, unknown>>>>[2],
): Promise<Response> {
  const done = await withFactors(context, { login: colleagueOf(c).login, password, code }, then);
  return done ? c.json(done, 201) : answerRefusal(c, wrongFactors());
}

/** Shown to a session that a passkey has opened or proved just now: what the code opens is as good as that. */
async function deskCode(c: Context, context: StaffSignInContext): Promise<Response> {
  noteSecurity(c, { what: 'staff-desk-code', factor: 'code' });
  const { db, clock } = context;
  const who = colleagueOf(c);
  const now = clock.now();
  if (!isProofFresh(c, now)) return answerRefusal(c, (await staleProof(c, context)) ?? passkeyRequired());
  const code = await db.kysely.transaction().execute(async (trx) => {
    const about = { purpose: 'command', bound_to: who.id, origin: null, user_handle: null, name: null } as const;
    const secret = await keepChallenge(trx, about, now);
    await recordOf(trx, who, { action: 'colleague.desk-code', now });
    return secret;
  });
  return c.json({ code: inFours(code), until: new Date(now + PASSKEY_CHALLENGE_MS).toISOString() }, 201);
}

async function endOne(c: Context, { db, clock }: StaffSignInContext, id: string): Promise<Response> {
  noteSecurity(c, { what: 'staff-sign-out' });
  const who = colleagueOf(c);
  const now = clock.now();
  const isEnded = await db.kysely.transaction().execute(async (trx) => {
    if (!(await endOwnSession(trx, { id, colleagueId: who.id }, now))) return false;
    await recordOf(trx, who, { action: 'colleague.end-session', now });
    return true;
  });
  return isEnded ? c.json({}) : answerRefusal(c, notFound());
}
