import type { Context } from 'hono';
import * as z from 'zod/mini';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { invalidFields, notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import { answerVisitorRequest } from './ask-as-visitor.ts';
import { answerDataRequestOf } from './ask-for-data.ts';
import { DATA_REQUEST_ANSWERS } from './data-request-answers.ts';
import { FOLDERS, holdsPeople, isTouchedPlace, listTouched } from './touched-data.ts';
import { readIdentity } from './visitor-request-store.ts';
import { isRequestPlace, listWaitingRequests } from './waiting-requests.ts';

const STAFF_DATA_REQUESTS_PATH = '/api/v1/staff/data-requests';

const answerBody = z.strictObject({
  status: z.enum(['DONE', 'DENIED'], { error: 'not_allowed' }),
  answer: required(freeText(10, 4000)),
  /** Of a request without an account that names a client's document: the operator knows, and answers. */
  toClient: z.optional(z.boolean()),
});

const touchedQuery = queryOfList(
  {
    table: z.optional(z.string().check(z.regex(/^[a-z_]{1,63}$/, { error: 'invalid' }))),
    folder: z.optional(z.enum(Object.keys(FOLDERS) as (keyof typeof FOLDERS)[], { error: 'not_allowed' })),
    from: listQuery.date,
    to: listQuery.date,
  },
  isTouchedPlace,
);

/** Requests about personal data, of clients and of others, and the answers. */
export function staffDataRequestActs(): readonly StaffAct<IdentityContext>[] {
  const path = STAFF_DATA_REQUESTS_PATH;
  return [
    read({
      name: 'data-requests list',
      answers: DATA_REQUEST_ANSWERS['data-requests list'],
      path,
      may: ['compliance', 'support'],
      personal: 'many',
      query: queryOfList({ id: listQuery.id }, isRequestPlace),
      answer: (c, { query }, context) =>
        answerList(c, { name: 'requests', ...listWaitingRequests(context, { id: query.id }) }, pageAt(query)),
    }),
    read({
      name: 'data-requests identity',
      path: `${path}/:id/identity`,
      may: ['compliance'],
      personal: 'one',
      params: byId,
      answers: 'file',
      answer: (c, { params }, context) => sendIdentity(c, context, params.id),
    }),
    read({
      name: 'data-requests touched',
      answers: DATA_REQUEST_ANSWERS['data-requests touched'],
      path: `${path}/touched`,
      may: ['compliance'],
      personal: 'many',
      query: touchedQuery,
      answer: (c, { query }, context) => touched(c, context, query),
    }),
    act({
      name: 'data-requests answer',
      answers: DATA_REQUEST_ANSWERS['data-requests answer'],
      path: `${path}/:id/answer`,
      may: ['compliance'],
      params: byId,
      body: answerBody,
      answer: (c, { params, body }, context) => answer(c, context, params.id, body),
    }),
  ];
}

async function touched(
  c: Context,
  { db, vault }: IdentityContext,
  { cursor, limit, ...incident }: z.output<typeof touchedQuery>,
): Promise<Response> {
  const { table, folder, from, to } = incident;
  if (Object.values(incident).every((part) => part === undefined)) {
    return answerRefusal(c, invalidFields([{ field: 'table', code: 'required' }]));
  }
  if (table !== undefined && folder !== undefined) {
    return answerRefusal(c, invalidFields([{ field: 'folder', code: 'not_allowed' }]));
  }
  if (from !== undefined && to !== undefined && from > to) {
    return answerRefusal(c, invalidFields([{ field: 'from', code: 'out_of_range' }]));
  }
  if (table !== undefined && !(await holdsPeople(db.kysely, table))) {
    return answerRefusal(c, invalidFields([{ field: 'table', code: 'unknown' }]));
  }
  return answerList(c, { name: 'people', ...(await listTouched(db, vault, incident)) }, pageAt({ cursor, limit }));
}

async function sendIdentity(c: Context, { db, vault }: IdentityContext, id: string): Promise<Response> {
  const file = await readIdentity(db.kysely, vault, id);
  if (!file) return answerRefusal(c, notFound());
  await recordShown(c, { action: 'data-request.identity', subject: `data-request:${id}` });
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
