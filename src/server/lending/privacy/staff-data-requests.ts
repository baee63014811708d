import * as z from 'zod/mini';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { readBody } from '#server/kit/request-body.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { operatorName, operatorsOnly } from '#server/lending/staff/operator.ts';
import { answerDataRequestOf } from './ask-for-data.ts';
import { readWaitingRequests } from './data-request-store.ts';

const STAFF_DATA_REQUESTS_PATH = '/api/v1/staff/data-requests';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const answerBody = z.strictObject({
  status: z.enum(['DONE', 'DENIED'], { error: 'not_allowed' }),
  answer: required(freeText(10, 4000)),
});

/** Requests of clients about their own data, and the answers; with the operator token. */
export function serveStaffDataRequests(app: HttpApp, context: IdentityContext, operatorToken: string): void {
  app.use(`${STAFF_DATA_REQUESTS_PATH}/*`, operatorsOnly(operatorToken));
  app.get(STAFF_DATA_REQUESTS_PATH, operatorsOnly(operatorToken), async (c) => {
    const { db, vault } = context;
    const requests = await readWaitingRequests(db.kysely, (personId) => personSeal(db.kysely, vault, personId));
    return c.json({ requests }, 200, { 'Cache-Control': 'no-store' });
  });
  app.post(`${STAFF_DATA_REQUESTS_PATH}/:id/answer`, async (c) => {
    const body = await readBody(c, answerBody);
    if (body.kind === 'refused') return answerRefusal(c, body);
    const id = c.req.param('id');
    const answered = { ...body.value, operator: operatorName(c) };
    const isAnswered = UUID.test(id) && (await answerDataRequestOf(context, id, answered));
    return isAnswered ? c.body(null, 204) : answerRefusal(c, notFound());
  });
}
