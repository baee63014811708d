import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { addDays } from '#loan/calendar.ts';
import {
  CONTACT_CHANNELS,
  CONTACT_LOOK_BACK_DAYS,
  CONTACT_RECIPIENTS,
  type ContactPlan,
  type ContactSituation,
  contactRefusal,
  PAUSE_REASONS,
  type PauseReason,
} from '#loan/contact-hours.ts';
import type { LoanStatus } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { momentInLima } from '#server/lending/messages/lima-time.ts';
import { personSealIfKept } from '#server/lending/people/person-seal.ts';
import { recordStaffAccess } from '#server/lending/people/store/access-log-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { act, read, type StaffAct } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { lookIsRecorded, operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import { CONTACT_ANSWERS } from './contact-answers.ts';
import { type OutcomeContext, outcomeBody, recordOutcome } from './contact-outcome.ts';
import { todayOfLoan } from './loan-snapshot.ts';
import {
  closePause,
  insertContactAttempt,
  openPause,
  readContactSituations,
  readContacts,
  readPauses,
} from './store/contact-store.ts';
import { RUNNING_STATUSES, readLoan, type StoredLoan } from './store/loan-store.ts';
import { readOpenPromise } from './store/promise-store.ts';

export const STAFF_CONTACT_PATH = '/api/v1/staff/contact';

const ofLoan = z.object({ loan: z.string().toUpperCase() });
const attemptBody = z.strictObject({
  channel: z.enum(CONTACT_CHANNELS),
  recipient: z.enum(CONTACT_RECIPIENTS).default('CLIENT'),
});
const pauseBody = z.strictObject({ reason: z.enum(PAUSE_REASONS) });

/** More than three months of contacts, at three a week. */
const SHOWN_CONTACTS = 50;

const ofContact = ofLoan.extend({ attempt: z.guid() });

type ContactContext = OutcomeContext;

/**
 * Serves contact of collections with a client (Ley 29571 arts. 61–62; domain 2.16). A call must be asked for before it
 * is made: what the rules forbid is refused, and the request is on record either way. The number to call comes with
 * the permission, and nowhere else: the record of the call says who was shown it.
 */
export function staffContactActs(): readonly StaffAct<ContactContext>[] {
  const path = `${STAFF_CONTACT_PATH}/:loan`;
  const may = ['collections', 'support'] as const;
  const pausing = { may, params: ofLoan, body: pauseBody } as const;
  return [
    read({
      name: 'contact show',
      answers: CONTACT_ANSWERS['contact show'],
      path,
      may,
      // Notes of colleagues are about the client.
      personal: 'one',
      params: ofLoan,
      answer: (c, { params }, context) => show(c, context, params.loan),
    }),
    act({
      name: 'contact log',
      answers: CONTACT_ANSWERS['contact log'],
      path: `${path}/attempts`,
      may: ['collections'],
      personal: 'one',
      params: ofLoan,
      body: attemptBody,
      answer: (c, { params, body }, context) => attempt(c, context, params.loan, body),
    }),
    act({
      name: 'contact outcome',
      answers: CONTACT_ANSWERS['contact outcome'],
      path: `${path}/attempts/:attempt/outcome`,
      may: ['collections'],
      params: ofContact,
      body: outcomeBody,
      answer: (c, { params, body }, context) => outcome(c, context, params, body),
    }),
    act({
      ...pausing,
      name: 'contact pause',
      answers: CONTACT_ANSWERS['contact pause'],
      path: `${path}/pauses`,
      answer: (c, { params, body }, context) =>
        pause(c, context, { ...params, ...body, change: openPause, action: 'contact.pause' }),
    }),
    act({
      ...pausing,
      name: 'contact resume',
      answers: CONTACT_ANSWERS['contact resume'],
      path: `${path}/pauses/close`,
      answer: (c, { params, body }, context) =>
        pause(c, context, { ...params, ...body, change: closePause, action: 'contact.resume' }),
    }),
  ];
}

async function show(c: Context, { db, clock, calendar, vault }: ContactContext, number: string): Promise<Response> {
  const loan = await readLoan(db.kysely, { number });
  if (!loan) return answerRefusal(c, notFound());
  const situation = await situationOf(db.kysely, loan, clock.now());
  const { isHoliday } = await calendar.days(db.kysely);
  const plan: ContactPlan = { channel: 'CALL', recipient: 'CLIENT', at: momentInLima(clock.now()) };
  const seal = await personSealIfKept(db.kysely, vault, loan.personId);
  const contacts = await readContacts(db.kysely, seal, { loanId: loan.id }, SHOWN_CONTACTS);
  const promise = await readOpenPromise(db.kysely, loan.id, todayOfLoan(clock, loan));
  await recordShown(c, { about: { loan: loan.loan.number }, shown: contacts.length });
  return c.json({
    loan: loan.loan.number,
    ...situation,
    mayCallNow: contactRefusal(plan, situation, isHoliday) ?? 'yes',
    promise: promise ? { amount: toSoles(promise.amountCents), date: promise.dueOn, madeOn: promise.madeOn } : null,
    contacts: contacts.map(({ promisedCents, at, ...contact }) => ({
      ...contact,
      outcome: contact.outcome ?? 'NOT_RECORDED',
      at: at.toISOString(),
      promised: promisedCents === null ? null : toSoles(promisedCents),
    })),
  });
}

async function attempt(
  c: Context,
  { db, clock, calendar, vault }: ContactContext,
  number: string,
  { channel, recipient }: z.output<typeof attemptBody>,
): Promise<Response> {
  const now = clock.now();
  const actor = `operator:${operatorName(c)}`;
  const attempted = await db.kysely.transaction().execute(async (trx) => {
    const loan = await readOwedLoan(trx, number);
    if ('kind' in loan) return loan;
    // Serialises two operators: the second sees the first one's call.
    await trx.selectFrom('person').select('id').where('id', '=', loan.personId).forNoKeyUpdate().execute();
    const at = momentInLima(now);
    const { isHoliday } = await calendar.days(trx);
    const reason = contactRefusal({ channel, recipient, at }, await situationOf(trx, loan, now), isHoliday);
    const { id: loanId, personId } = loan;
    const made = { personId, loanId, channel, madeOn: at.date, at: new Date(now), actor };
    const id = reason ? undefined : await insertContactAttempt(trx, made);
    const phone = reason || channel !== 'CALL' ? undefined : await phoneOf(trx, vault, loan.personId);
    if (phone) {
      const seen = { personId: loan.personId, kind: 'PHONE_SEEN', at: now, operator: operatorName(c) } as const;
      await recordStaffAccess(trx, seen);
    }
    const after = { channel, recipient, ...(reason && { refused: reason }), ...(phone && { shown: 'phone' }) };
    await recordAudit(trx, { actor, action: 'contact.log', subject: `loan:${loan.loan.number}`, after, at: now });
    if (reason) return refused(409, 'contact_refused', `Not now: ${reason}.`);
    return { kind: 'made' as const, id, ...(phone && { phone }) };
  });
  if (attempted.kind === 'refused') return answerRefusal(c, attempted);
  lookIsRecorded(c);
  const { kind: _, ...shown } = attempted;
  return c.json({ channel, at: new Date(now).toISOString(), ...shown }, 201);
}

async function outcome(
  c: Context,
  context: ContactContext,
  params: z.output<typeof ofContact>,
  body: z.output<typeof outcomeBody>,
): Promise<Response> {
  const recorded = await recordOutcome(context, { ...params, body, actor: `operator:${operatorName(c)}` });
  if (recorded.kind === 'refused') return answerRefusal(c, recorded);
  return c.json({ outcome: body.outcome, promise: recorded.promise ?? null }, 201);
}

/** The loan, unless nothing is owed for it: before the money has arrived, and once it is paid. */
async function readOwedLoan(trx: Trx, number: string): Promise<StoredLoan | Refusal> {
  const stored = await readLoan(trx, { number });
  if (!stored) return notFound();
  const { status } = stored.loan;
  const isOwed = (RUNNING_STATUSES as readonly LoanStatus[]).includes(status) || status === 'WRITTEN_OFF';
  return isOwed ? stored : refused(409, 'nothing_owed', `A loan that is ${status} owes nothing.`);
}

/** The client's own telephone; nothing after an erasure. */
async function phoneOf(trx: Trx, vault: Vault, personId: string): Promise<string | undefined> {
  return (await readPerson(trx, vault, personId))?.phone;
}

interface Pausing {
  readonly loan: string;
  readonly reason: PauseReason;
  readonly change: typeof openPause | typeof closePause;
  readonly action: string;
}

async function pause(
  c: Context,
  { db, clock }: ContactContext,
  { loan: number, reason, change, action }: Pausing,
): Promise<Response> {
  const now = clock.now();
  const by = `operator:${operatorName(c)}`;
  const pauses = await db.kysely.transaction().execute(async (trx): Promise<readonly PauseReason[] | undefined> => {
    const loan = await readLoan(trx, { number });
    if (!loan) return undefined;
    await change(trx, { personId: loan.personId, reason, by, now });
    await recordAudit(trx, { actor: by, action, subject: `loan:${loan.loan.number}`, after: { reason }, at: now });
    return readPauses(trx, { personId: loan.personId, loanNumber: loan.loan.number });
  });
  return pauses ? c.json({ pauses }) : answerRefusal(c, notFound());
}

async function situationOf(db: Kysely<Tables>, { personId, loan }: StoredLoan, now: number): Promise<ContactSituation> {
  const since = addDays(momentInLima(now).date, -CONTACT_LOOK_BACK_DAYS);
  const situations = await readContactSituations(db, [{ personId, loanNumber: loan.number }], since);
  return situations.get(loan.number) as ContactSituation;
}
