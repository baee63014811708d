import type { Context } from 'hono';
import * as z from 'zod';
import { paragraphs } from '#api/field-rules/text.ts';
import { validate } from '#api/validate.ts';
import { invalidFields, notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { readJsonBody } from '#server/kit/request-body.ts';
import { STAFF_LOANS_PATH } from '#server/lending/applications/routes/staff-loans.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { policiesOf } from '#server/lending/loans/loan-snapshot.ts';
import { readOpenProposals } from '#server/lending/loans/store/write-off-store.ts';
import { type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import {
  approveWriteOff,
  type ByOperator,
  proposeWriteOff,
  reverseWriteOff,
  type WriteOffOutcome,
  withdrawWriteOff,
} from '#server/lending/loans/write-off.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { operatorName, operatorsOnly } from '#server/lending/staff/operator.ts';
import { offerFlex } from '../offer-flex.ts';

export const STAFF_WRITE_OFFS_PATH = '/api/v1/staff/write-offs';

const MAX_OFFER_DAYS = 90;
const offerBody = z.strictObject({ days: z.int().min(1).max(MAX_OFFER_DAYS).default(30) });
const withReason = z.strictObject({ reason: z.string().overwrite(paragraphs).min(10).max(500) });
const withoutReason = z.strictObject({});

type Act = (locked: LockedLoan, policies: Policies, by: ByOperator) => Promise<WriteOffOutcome>;

/** What people decide about a debt that is not being paid; each act is one row of the audit. */
const WRITE_OFF_ACTS: ReadonlyMap<string, { readonly body: z.ZodType<{ reason?: string }>; readonly act: Act }> =
  new Map(
    Object.entries<{ readonly body: z.ZodType<{ reason?: string }>; readonly act: Act }>({
      propose: { body: withReason, act: proposeWriteOff },
      approve: { body: withoutReason, act: approveWriteOff },
      withdraw: { body: withoutReason, act: (locked, _, by) => withdrawWriteOff(locked, by) },
      reverse: { body: withReason, act: (locked, _, by) => reverseWriteOff(locked, by) },
    }),
  );

/** Flex pay that staff offer, and write-offs by two people. Only with the operator token. */
export function serveStaffArrangements(app: HttpApp, services: ArrangementContext, operatorToken: string): void {
  app.use(STAFF_WRITE_OFFS_PATH, operatorsOnly(operatorToken));
  app.get(STAFF_WRITE_OFFS_PATH, (c) => listProposals(c, services));
  app.post(`${STAFF_LOANS_PATH}/:number/flex-offer`, operatorsOnly(operatorToken), (c) => flexOffer(c, services));
  app.post(`${STAFF_LOANS_PATH}/:number/write-off/:act`, operatorsOnly(operatorToken), (c) => writeOff(c, services));
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

async function writeOff(c: Context, services: ArrangementContext): Promise<Response> {
  const known = WRITE_OFF_ACTS.get(c.req.param('act') ?? '');
  if (!known) return answerRefusal(c, notFound());
  const body = await readBody(c, known.body);
  if ('kind' in body) return answerRefusal(c, body);
  const by = { operator: operatorName(c), reason: body.value.reason };
  const policies = await policiesOf(services);
  const outcome = await withLoan(services, { number: c.req.param('number') ?? '' }, (locked) =>
    known.act(locked, policies, by),
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
