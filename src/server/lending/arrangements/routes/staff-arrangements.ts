import type { Context } from 'hono';
import * as z from 'zod';
import { paragraphs } from '#api/field-rules/text.ts';
import { validate } from '#api/validate.ts';
import { invalidFields, notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readJsonBody } from '#server/kit/request-body.ts';
import { STAFF_LOANS_PATH } from '#server/lending/applications/routes/staff-loans.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { policiesOf } from '#server/lending/loans/loan-snapshot.ts';
import { readOpenProposals } from '#server/lending/loans/store/write-off-store.ts';
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
import { colleagueOf, operatorName, type StaffRoute } from '#server/lending/staff/staff-route.ts';
import { offerFlex } from '../offer-flex.ts';

export const STAFF_WRITE_OFFS_PATH = '/api/v1/staff/write-offs';

const MAX_OFFER_DAYS = 90;
const offerBody = z.strictObject({ days: z.int().min(1).max(MAX_OFFER_DAYS).default(30) });
const withReason = z.strictObject({ reason: z.string().overwrite(paragraphs).min(10).max(500) });
const withoutReason = z.strictObject({});

interface WriteOffAct {
  readonly may: StaffRoute['may'];
  readonly body: z.ZodType<{ reason?: string }>;
  readonly act: (locked: LockedLoan, policies: Policies, by: ByOperator) => Promise<WriteOffOutcome>;
}

/** What people decide about a debt that is not being paid; each act is one row of the audit. */
const WRITE_OFF_ACTS: Readonly<Record<string, WriteOffAct>> = {
  propose: { may: PROPOSE_WRITE_OFFS, body: withReason, act: proposeWriteOff },
  approve: { may: ['finance'], body: withoutReason, act: approveWriteOff },
  withdraw: {
    may: ['collections', 'finance'],
    body: withoutReason,
    act: (locked, _, by) => withdrawWriteOff(locked, by),
  },
  reverse: { may: ['finance'], body: withReason, act: (locked, _, by) => reverseWriteOff(locked, by) },
};

/** Flex pay that staff offer, and write-offs by two accounts. */
export function staffArrangementRoutes(services: ArrangementContext): readonly StaffRoute[] {
  const loan = `${STAFF_LOANS_PATH}/:number`;
  return [
    {
      method: 'GET',
      path: STAFF_WRITE_OFFS_PATH,
      may: ['collections', 'finance', 'compliance'],
      answer: (c) => listProposals(c, services),
    },
    { method: 'POST', path: `${loan}/flex-offer`, may: ['collections'], answer: (c) => flexOffer(c, services) },
    ...Object.entries(WRITE_OFF_ACTS).map(([name, act]) => ({
      method: 'POST' as const,
      path: `${loan}/write-off/${name}`,
      may: act.may,
      answer: (c: Context) => writeOff(c, services, act),
    })),
  ];
}

async function listProposals(c: Context, { db }: ArrangementContext): Promise<Response> {
  const proposals = await readOpenProposals(db.kysely);
  return c.json({
    proposals: proposals.map(({ number, reason, proposedBy, proposedAt }) => ({
      number,
      reason,
      proposedBy,
      proposedAt: proposedAt.toISOString(),
    })),
  });
}

async function flexOffer(c: Context, services: ArrangementContext): Promise<Response> {
  const body = await readBody(c, offerBody);
  if ('kind' in body) return answerRefusal(c, body);
  const operator = operatorName(c);
  const offered = await withLoan(services, { number: c.req.param('number') ?? '' }, (locked) =>
    offerFlex(locked, { operator, days: body.value.days }),
  );
  if (offered.kind === 'not-there') return answerRefusal(c, notFound());
  return offered.kind === 'refused' ? answerRefusal(c, offered) : c.json({ validUntil: offered.validUntil });
}

async function writeOff(
  c: Context,
  services: ArrangementContext,
  { body: schema, act }: WriteOffAct,
): Promise<Response> {
  const body = await readBody(c, schema);
  if ('kind' in body) return answerRefusal(c, body);
  const by = { operator: colleagueOf(c), reason: body.value.reason };
  const policies = await policiesOf(services);
  const outcome = await withLoan(services, { number: c.req.param('number') ?? '' }, (locked) =>
    act(locked, policies, by),
  );
  if (outcome.kind === 'not-there') return answerRefusal(c, notFound());
  return outcome.kind === 'refused' ? answerRefusal(c, outcome) : c.json({ status: outcome.status });
}

async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<{ readonly value: Body } | Refusal> {
  const json = await readJsonBody(c.req.raw);
  if (json.kind === 'refused') return json;
  const body = validate(schema, json.value);
  return body.kind === 'invalid' ? invalidFields(body.fieldErrors) : { value: body.value as Body };
}
