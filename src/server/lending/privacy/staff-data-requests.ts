import type { Context } from 'hono';
import * as z from 'zod/mini';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { isUuid } from '#server/kit/uuid.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { act, byId, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import { answerVisitorRequest, listVisitorRequests } from './ask-as-visitor.ts';
import { answerDataRequestOf } from './ask-for-data.ts';
import { readWaitingRequests } from './data-request-store.ts';
import { readIdentity } from './visitor-request-store.ts';

const STAFF_DATA_REQUESTS_PATH = '/api/v1/staff/data-requests';

const answerBody = z.strictObject({
  status: z.enum(['DONE', 'DENIED'], { error: 'not_allowed' }),
  answer: required(freeText(10, 4000)),
  /** Of a request without an account that names a client's document: the operator knows, and answers. */
  toClient: z.optional(z.boolean()),
});

/** Requests about personal data, of clients and of others, and the answers. */
export function staffDataRequestRoutes(context: IdentityContext): readonly StaffRoute[] {
  const path = STAFF_DATA_REQUESTS_PATH;
  return [
    read({
      name: 'data-requests list',
      path,
      may: ['compliance', 'support'],
      query: z.object({ after: z.optional(z.string()) }),
      answer: (c, { query }) => list(c, context, query.after),
    }),
    read({
      name: 'data-requests identity',
      path: `${path}/:id/identity`,
      may: ['compliance'],
      params: byId,
      answers: 'file',
      answer: (c, { params }) => sendIdentity(c, context, params.id),
    }),
    act({
      name: 'data-requests answer',
      path: `${path}/:id/answer`,
      may: ['compliance'],
      params: byId,
      body: answerBody,
      answer: (c, { params, body }) => answer(c, context, params.id, body),
    }),
  ];
}

async function list(c: Context, context: IdentityContext, after: string | undefined): Promise<Response> {
  const { db, vault } = context;
  const requests = await readWaitingRequests(db.kysely, vault);
  const isId = after === undefined || isUuid(after);
  const visitors = isId ? await listVisitorRequests(context, after) : { visitors: [], next: null };
  return c.json({ requests, ...visitors });
}

async function sendIdentity(c: Context, { db, vault, clock }: IdentityContext, id: string): Promise<Response> {
  const file = await readIdentity(db.kysely, vault, id);
  if (!file) return answerRefusal(c, notFound());
  const actor = `operator:${operatorName(c)}`;
  const look = { actor, action: 'data-request.identity', subject: `data-request:${id}`, at: clock.now() };
  await db.kysely.transaction().execute((trx) => recordAudit(trx, look));
  return c.body(new Uint8Array(file.bytes), 200, downloadHeaders(`identity-${id}`, file.mediaType));
}

async function answer(
  c: Context,
  context: IdentityContext,
  id: string,
  { toClient = false, ...words }: z.output<typeof answerBody>,
): Promise<Response> {
  const answered = { ...words, operator: operatorName(c) };
  const done =
    (await answerDataRequestOf(context, id, answered)) ||
    (await answerVisitorRequest(context, id, { ...answered, toClient }));
  if (done === true) return c.body(null, 204);
  return answerRefusal(c, done || notFound());
}
