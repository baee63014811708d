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
import { notFound, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { momentInLima } from '#server/lending/messages/lima-time.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { recordStaffAccess } from '#server/lending/people/store/access-log-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { act, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import {
  closePause,
  insertContactAttempt,
  openPause,
  readContactSituations,
  readPauses,
} from './store/contact-store.ts';
import { readLoan, type StoredLoan } from './store/loan-store.ts';

export const STAFF_CONTACT_PATH = '/api/v1/staff/contact';

const ofLoan = z.object({ loan: z.string().toUpperCase() });
const attemptBody = z.strictObject({
  channel: z.enum(CONTACT_CHANNELS),
  recipient: z.enum(CONTACT_RECIPIENTS).default('CLIENT'),
});
const pauseBody = z.strictObject({ reason: z.enum(PAUSE_REASONS) });

type ContactContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'vault'>;

/**
 * How collections reach a client (Ley 29571 arts. 61–62; domain 2.16). A call is asked for before it is made: what the
 * rules forbid is refused, and that somebody asked is on record too. The number to call comes with the permission, and
 * nowhere else: who was shown it is in the record of the call.
 */
export function staffContactRoutes(context: ContactContext): readonly StaffRoute[] {
  const path = `${STAFF_CONTACT_PATH}/:loan`;
  const may = ['collections', 'support'] as const;
  const pausing = { may, params: ofLoan, body: pauseBody } as const;
  return [
    read({
      name: 'contact show',
      path,
      may,
      params: ofLoan,
      answer: (c, { params }) => show(c, context, params.loan),
    }),
    act({
      name: 'contact log',
      path: `${path}/attempts`,
      may: ['collections'],
      params: ofLoan,
      body: attemptBody,
      answer: (c, { params, body }) => attempt(c, context, params.loan, body),
    }),
    act({
      ...pausing,
      name: 'contact pause',
      path: `${path}/pauses`,
      answer: (c, { params, body }) =>
        pause(c, context, { ...params, ...body, change: openPause, action: 'contact.pause' }),
    }),
    act({
      ...pausing,
      name: 'contact resume',
      path: `${path}/pauses/close`,
      answer: (c, { params, body }) =>
        pause(c, context, { ...params, ...body, change: closePause, action: 'contact.resume' }),
    }),
  ];
}

async function show(c: Context, { db, clock, calendar }: ContactContext, number: string): Promise<Response> {
  const loan = await readLoan(db.kysely, { number });
  if (!loan) return answerRefusal(c, notFound());
  const situation = await situationOf(db.kysely, loan, clock.now());
  const { isHoliday } = await calendar.days(db.kysely);
  const plan: ContactPlan = { channel: 'CALL', recipient: 'CLIENT', at: momentInLima(clock.now()) };
  return c.json({ ...situation, mayCallNow: contactRefusal(plan, situation, isHoliday) ?? 'yes' });
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
    const loan = await readLoan(trx, { number });
    if (!loan) return notFound();
    // Serialises two operators: the second sees the first one's call.
    await trx.selectFrom('person').select('id').where('id', '=', loan.personId).forUpdate().execute();
    const at = momentInLima(now);
    const { isHoliday } = await calendar.days(trx);
    const reason = contactRefusal({ channel, recipient, at }, await situationOf(trx, loan, now), isHoliday);
    if (!reason) {
      const { id: loanId, personId } = loan;
      await insertContactAttempt(trx, { personId, loanId, channel, madeOn: at.date, at: new Date(now), actor });
    }
    const phone = reason || channel !== 'CALL' ? undefined : await phoneOf(trx, vault, loan.personId);
    if (phone) {
      const seen = { personId: loan.personId, kind: 'PHONE_SEEN', at: now, operator: operatorName(c) } as const;
      await recordStaffAccess(trx, seen);
    }
    const after = { channel, recipient, ...(reason && { refused: reason }), ...(phone && { shown: 'phone' }) };
    await recordAudit(trx, { actor, action: 'contact.log', subject: `loan:${loan.loan.number}`, after, at: now });
    if (reason) return refused(409, 'contact_refused', `Not now: ${reason}.`);
    return { kind: 'made' as const, ...(phone && { phone }) };
  });
  if (attempted.kind === 'refused') return answerRefusal(c, attempted);
  const { kind: _, ...shown } = attempted;
  return c.json({ channel, at: new Date(now).toISOString(), ...shown }, 201);
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
