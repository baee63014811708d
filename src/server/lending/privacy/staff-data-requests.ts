import * as z from 'zod/mini';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { readBody } from '#server/kit/request-body.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName, operatorsOnly } from '#server/lending/staff/operator.ts';
import { answerVisitorRequest, listVisitorRequests } from './ask-as-visitor.ts';
import { answerDataRequestOf } from './ask-for-data.ts';
import { readWaitingRequests } from './data-request-store.ts';
import { readIdentity } from './visitor-request-store.ts';

const STAFF_DATA_REQUESTS_PATH = '/api/v1/staff/data-requests';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const answerBody = z.strictObject({
  status: z.enum(['DONE', 'DENIED'], { error: 'not_allowed' }),
  answer: required(freeText(10, 4000)),
  /** Of a request without an account that names a client's document: the operator knows, and answers. */
  toClient: z.optional(z.boolean()),
});

/** Requests about personal data, of clients and of others, and the answers; with the operator token. */
export function serveStaffDataRequests(app: HttpApp, context: IdentityContext, operatorToken: string): void {
  app.use(`${STAFF_DATA_REQUESTS_PATH}/*`, operatorsOnly(operatorToken));
  app.get(STAFF_DATA_REQUESTS_PATH, operatorsOnly(operatorToken), async (c) => {
    const { db, vault } = context;
    const requests = await readWaitingRequests(db.kysely, vault);
    const after = c.req.query('after');
    const isId = after === undefined || UUID.test(after);
    const visitors = isId ? await listVisitorRequests(context, after) : { visitors: [], next: null };
    return c.json({ requests, ...visitors }, 200, { 'Cache-Control': 'no-store' });
  });
  app.get(`${STAFF_DATA_REQUESTS_PATH}/:id/identity`, async (c) => {
    const id = c.req.param('id');
    const { db, vault, clock } = context;
    const file = UUID.test(id) ? await readIdentity(db.kysely, vault, id) : undefined;
    if (!file) return answerRefusal(c, notFound());
    const actor = `operator:${operatorName(c)}`;
    const look = { actor, action: 'data-request.identity', subject: `data-request:${id}`, at: clock.now() };
    await db.kysely.transaction().execute((trx) => recordAudit(trx, look));
    return c.body(new Uint8Array(file.bytes), 200, {
      ...downloadHeaders(`identity-${id}`, file.mediaType),
      'Cache-Control': 'no-store',
    });
  });
  app.post(`${STAFF_DATA_REQUESTS_PATH}/:id/answer`, async (c) => {
    const body = await readBody(c, answerBody);
    if (body.kind === 'refused') return answerRefusal(c, body);
    const id = c.req.param('id');
    if (!UUID.test(id)) return answerRefusal(c, notFound());
    const { toClient = false, ...answer } = body.value;
    const answered = { ...answer, operator: operatorName(c) };
    const done =
      (await answerDataRequestOf(context, id, answered)) ||
      (await answerVisitorRequest(context, id, { ...answered, toClient }));
    if (done === true) return c.body(null, 204);
    return answerRefusal(c, done || notFound());
  });
}
