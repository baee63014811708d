import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine } from '#api/field-rules/text.ts';
import { calendarDate, isCalendarDate } from '#loan/calendar.ts';
import { toSoles } from '#loan/money.ts';
import { invalidFields, notFound, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { PayoutGateway } from '#server/lending/gateways/payout/payout-gateway.ts';
import { type BookedPayout, readPayouts } from '#server/lending/payouts/begun-payouts.ts';
import { payoutSubject } from '#server/lending/payouts/missing-payout.ts';
import { confirmArchive, reportArchive } from '#server/lending/payouts/payout-archive.ts';
import { stopTopUp } from '#server/lending/payouts/stop-payout.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import {
  requireSecondApproval,
  requireSecondApprovalIfNeeded,
  type SecondApproval,
  secondNeeded,
} from '#server/lending/staff/approvals.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import type { PaymentContext } from '../payment-context.ts';
import { type LearnedOfPayout, settlePayout } from '../settle-payout.ts';
import { PAYOUT_ANSWERS } from './payout-answers.ts';

export const STAFF_PAYOUTS_PATH = '/api/v1/staff/payouts';

const text = z.string().overwrite(oneLine).min(1).max(300);
const confirmBody = z.strictObject({ archive: z.string().max(60), reason: text });
const LEARNED = {
  paid: z.strictObject({ reference: text, date: z.string().refine(isCalendarDate) }),
  rejected: z.strictObject({ reason: text }),
  'not-sent': z.strictObject({ reason: text }),
} as const;

/** Orders to the bank: which archive they lie in, and how they ended by the word of a person who asked the bank. */
export function staffPayoutActs(): readonly StaffAct<PaymentContext>[] {
  const path = STAFF_PAYOUTS_PATH;
  const may = ['finance'] as const;
  return [
    read({
      name: 'payouts archive',
      answers: PAYOUT_ANSWERS['payouts archive'],
      path: `${path}/archive`,
      may,
      answer: (c, _, context) => paying(c, context, (payer) => archive(c, payer)),
    }),
    act({
      name: 'payouts confirm-archive',
      answers: PAYOUT_ANSWERS['payouts confirm-archive'],
      path: `${path}/archive`,
      may,
      body: confirmBody,
      answer: (c, { body }, context) => paying(c, context, (payer) => confirm(c, payer, body)),
    }),
    ...(Object.keys(LEARNED) as LearnedAct[]).map((name) =>
      act({
        name: `payouts ${name}`,
        answers: PAYOUT_ANSWERS[`payouts ${name}`],
        path: `${path}/:id/${name}`,
        may,
        second: name === 'paid' ? 'sometimes' : 'always',
        params: byId,
        body: LEARNED[name] as z.ZodType<Learned>,
        answer: (c, { params, body }, context: PaymentContext) =>
          paying(c, context, (payer) => settle(c, payer, name, { id: params.id, said: body })),
      }),
    ),
    act({
      name: 'payouts stop-top-up',
      answers: PAYOUT_ANSWERS['payouts stop-top-up'],
      path: `${path}/:id/stop-top-up`,
      may: ['underwriter', 'compliance'],
      second: 'always',
      params: byId,
      body: LEARNED.rejected,
      answer: (c, { params, body }, context) => endTopUp(c, context, params.id, body),
    }),
  ];
}

async function paying(
  c: Context,
  context: PaymentContext,
  answer: (context: PayingContext) => Promise<Response>,
): Promise<Response> {
  const { payout } = context.gateways;
  const none = refused(409, 'payouts_unavailable', 'This process has no bank for payouts.');
  return payout ? answer({ ...context, payout }) : answerRefusal(c, none);
}

type LearnedAct = keyof typeof LEARNED;
interface Learned {
  readonly reference?: string;
  readonly date?: string;
  readonly reason?: string;
}
type PayingContext = PaymentContext & { readonly payout: PayoutGateway };

async function archive(c: Context, context: PayingContext): Promise<Response> {
  const { archive: name, place, hold, unknown, notSent, notFound: missing } = await reportArchive(context);
  return c.json({
    archive: name,
    place,
    held: hold ?? null,
    unknown: unknown.map(({ amountCents, ...order }) => ({ ...order, amount: toSoles(amountCents) })),
    notSent: notSent.map(onWire),
    notFound: missing.map(onWire),
  });
}

function onWire({ amountCents, ...payout }: BookedPayout) {
  return { ...payout, amount: toSoles(amountCents) };
}

async function confirm(c: Context, context: PayingContext, body: z.output<typeof confirmBody>): Promise<Response> {
  const confirmed = await confirmArchive(context, { ...body, operator: operatorName(c) });
  return confirmed.kind === 'refused' ? answerRefusal(c, confirmed) : c.json({ archive: body.archive });
}

async function settle(
  c: Context,
  context: PayingContext,
  name: LearnedAct,
  { id, said }: { readonly id: string; readonly said: Learned },
): Promise<Response> {
  const { reference = '', date = '', reason = '' } = said;
  if (name === 'paid' && date > context.clock.businessDate()) {
    return answerRefusal(c, invalidFields([{ field: 'date', code: 'out_of_range' }]));
  }
  const learned =
    name === 'paid'
      ? ({ kind: 'paid', providerRef: reference, valueDate: calendarDate(date) } as const)
      : ({ kind: name, reason } as LearnedOfPayout);
  const asked = await approvalOfPayout(context, name, id, said);
  const settled = await requireSecondApprovalIfNeeded(context, c, asked, (approve) =>
    settlePayout(context, id, { operator: operatorName(c), learned, approve }),
  );
  if (settled.kind === 'second-needed') return secondNeeded(c, settled);
  return settled.kind === 'refused' ? answerRefusal(c, settled) : c.json({ status: settled.payout.status });
}

/** Ends a signed order under a flag of fraud, by two accounts: it is not paid out. */
async function endTopUp(
  c: Context,
  context: PaymentContext,
  id: string,
  body: { readonly reason: string },
): Promise<Response> {
  const { db, clock } = context;
  const booked = (await readPayouts(db.kysely, [id])).get(id);
  if (!booked) return answerRefusal(c, notFound());
  const [action, subject] = ['payout.stop-top-up', payoutSubject(id)];
  const about = { loan: booked.loanNumber, amount: toSoles(booked.amountCents) };
  const done = await requireSecondApproval(context, c, { action, subject, request: body, about }, (approve) =>
    db.kysely.transaction().execute(async (trx) => {
      const outcome = await stopTopUp(trx, context, id);
      if (outcome.kind === 'refused') return outcome;
      const [actor, after] = [`operator:${operatorName(c)}`, { ...about, ...body }];
      await approve(trx, { actor, action, subject, after, at: clock.now() });
      return outcome;
    }),
  );
  if (done.kind === 'second-needed') return secondNeeded(c, done);
  return done.kind === 'refused' ? answerRefusal(c, done) : c.json({ status: 'CANCELLED' });
}

/**
 * The approval of a second account about money on its way: above the limit for whatever the bank is said to have done;
 * below it too where nothing of the bank's names it, because an order that was not paid is sent again, or owed again.
 */
async function approvalOfPayout(
  { db, parameters }: PaymentContext,
  name: LearnedAct,
  id: string,
  request: unknown,
): Promise<SecondApproval & { readonly needsSecond: boolean }> {
  const booked = (await readPayouts(db.kysely, [id])).get(id);
  const isProven = name === 'paid';
  const { fourEyesAboveCents } = (await parameters.inForce()).policies();
  return {
    action: `payout.${name}`,
    subject: payoutSubject(id),
    request: [name, request],
    about: booked ? { kind: booked.kind, loan: booked.loanNumber, amount: toSoles(booked.amountCents) } : {},
    needsSecond: booked !== undefined && (!isProven || booked.amountCents > fourEyesAboveCents),
  };
}
