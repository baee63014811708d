import type { Context } from 'hono';
import * as z from 'zod';
import { paragraphs } from '#api/field-rules/text.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { STAFF_LOANS_PATH } from '#server/lending/applications/routes/staff-loans.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { policiesOf } from '#server/lending/loans/loan-snapshot.ts';
import { isProposalPlace, listOpenProposals, type ShownProposal } from '#server/lending/loans/store/write-off-store.ts';
import { type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import {
  approveWriteOff,
  type ByOperator,
  PROPOSE_WRITE_OFFS,
  proposeWriteOff,
  reverseWriteOff,
  type WriteOffOutcome,
  withdrawWriteOff,
} from '#server/lending/loans/write-off.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { type Act, act, read, type StaffAct } from '#server/lending/staff/act.ts';
import type { PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { colleagueOf, operatorName } from '#server/lending/staff/staff-route.ts';
import { offerFlex } from '../offer-flex.ts';
import { ARRANGEMENT_ANSWERS } from './arrangement-answers.ts';

export const STAFF_WRITE_OFFS_PATH = '/api/v1/staff/write-offs';

const ofLoan = z.object({ number: z.string() });
const MAX_OFFER_DAYS = 90;
const offerBody = z.strictObject({ days: z.int().min(1).max(MAX_OFFER_DAYS).default(30) });
const withReason = z.strictObject({ reason: z.string().overwrite(paragraphs).min(10).max(500) });
const withoutReason = z.strictObject({});

interface WriteOffAct {
  readonly may: Act['may'];
  readonly body: z.ZodType<{ reason?: string }>;
  readonly decide: (locked: LockedLoan, policies: Policies, by: ByOperator) => Promise<WriteOffOutcome>;
}

/** Decisions of staff about a debt that is not being paid; each act is one row of the audit. */
const WRITE_OFF_ACTS: Readonly<Record<'propose' | 'approve' | 'withdraw' | 'reverse', WriteOffAct>> = {
  propose: { may: PROPOSE_WRITE_OFFS, body: withReason, decide: proposeWriteOff },
  approve: { may: ['finance'], body: withoutReason, decide: approveWriteOff },
  withdraw: {
    may: ['collections', 'finance'],
    body: withoutReason,
    decide: (locked, _, by) => withdrawWriteOff(locked, by),
  },
  reverse: { may: ['finance'], body: withReason, decide: (locked, _, by) => reverseWriteOff(locked, by) },
};

/** Flex pay that staff offer, and write-offs by two accounts. */
export function staffArrangementActs(): readonly StaffAct<ArrangementContext>[] {
  const loan = `${STAFF_LOANS_PATH}/:number`;
  return [
    read({
      name: 'write-off list',
      answers: ARRANGEMENT_ANSWERS['write-off list'],
      path: STAFF_WRITE_OFFS_PATH,
      may: ['collections', 'finance', 'compliance'],
      query: queryOfList({ number: z.string().max(20).optional() }, isProposalPlace),
      answer: (c, { query: { number, ...asked } }, services) => listProposals(c, services, { number }, pageAt(asked)),
    }),
    act({
      name: 'flex offer',
      answers: ARRANGEMENT_ANSWERS['flex offer'],
      path: `${loan}/flex-offer`,
      may: ['collections'],
      params: ofLoan,
      body: offerBody,
      answer: (c, { params, body }, services) => flexOffer(c, services, params.number, body.days),
    }),
    ...(
      Object.entries(WRITE_OFF_ACTS) as [
        keyof typeof WRITE_OFF_ACTS,
        (typeof WRITE_OFF_ACTS)[keyof typeof WRITE_OFF_ACTS],
      ][]
    ).map(([name, { may, body, decide }]) =>
      act({
        name: `write-off ${name}`,
        answers: ARRANGEMENT_ANSWERS[`write-off ${name}`],
        path: `${loan}/write-off/${name}`,
        may,
        passkey: 'fresh',
        params: ofLoan,
        body,
        answer: (c, { params, body: said }, services: ArrangementContext) =>
          writeOff(c, services, decide, { ...params, ...said }),
      }),
    ),
  ];
}

function listProposals(
  c: Context,
  { db }: ArrangementContext,
  only: { readonly number: string | undefined },
  asked: PageRequest,
): Promise<Response> {
  const present = ({ number, reason, proposedBy, proposedAt }: ShownProposal) => ({
    number,
    reason,
    proposedBy,
    proposedAt: proposedAt.toISOString(),
  });
  const proposals = listOpenProposals(db.kysely, present, only);
  return answerList(c, { name: 'proposals', ...proposals }, asked);
}

async function flexOffer(c: Context, services: ArrangementContext, number: string, days: number): Promise<Response> {
  const operator = operatorName(c);
  const offered = await withLoan(services, { number }, (locked) => offerFlex(locked, { operator, days }));
  if (offered.kind === 'not-there') return answerRefusal(c, notFound());
  return offered.kind === 'refused' ? answerRefusal(c, offered) : c.json({ validUntil: offered.validUntil });
}

async function writeOff(
  c: Context,
  services: ArrangementContext,
  decide: WriteOffAct['decide'],
  { number, reason }: { readonly number: string; readonly reason?: string },
): Promise<Response> {
  const by = { operator: colleagueOf(c), reason };
  const policies = await policiesOf(services);
  const outcome = await withLoan(services, { number }, (locked) => decide(locked, policies, by));
  if (outcome.kind === 'not-there') return answerRefusal(c, notFound());
  return outcome.kind === 'refused' ? answerRefusal(c, outcome) : c.json({ status: outcome.status });
}
