import type { Context } from 'hono';
import * as z from 'zod';
import { DOCUMENT_TYPES, documentNumberRule } from '#api/field-rules/document-number.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { summaryOf } from '#server/lending/people/routes/staff-people.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { findPersonByDocument, findPersonByPhone, readPerson } from '#server/lending/people/store/person-store.ts';
import { listSessions } from '#server/lending/people/store/session-store.ts';
import { act, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import type { ListsContext } from './staff-lists.ts';

export const STAFF_CLIENTS_PATH = '/api/v1/staff/clients';

const NOTICES = 20;

/** A client, found by what they say of themselves, and on one page. Masked, as in the list; who looked is on record. */
export function staffClientRoutes(context: ListsContext): readonly StaffRoute[] {
  const may = ['support', 'collections', 'compliance'] as const;
  return [
    // By POST, because what is looked for may not be in an address.
    act({
      name: 'person find',
      path: `${STAFF_CLIENTS_PATH}/find`,
      may,
      body: z.strictObject({ text: z.string().trim().min(6).max(60) }),
      answer: (c, { body }) => find(c, context, body.text),
    }),
    read({
      name: 'person show',
      path: `${STAFF_CLIENTS_PATH}/:personId`,
      may: [...may, 'underwriter'],
      params: z.object({ personId: z.guid() }),
      answer: (c, { params }) => show(c, context, params.personId),
    }),
  ];
}

async function find(c: Context, context: ListsContext, text: string): Promise<Response> {
  const { db, vault } = context;
  const byDocument = DOCUMENT_TYPES.map((type) => {
    const rule = documentNumberRule(type);
    const number = rule.normalise(text);
    return rule.check(number) ? undefined : findPersonByDocument(db.kysely, vault, type, number);
  });
  const phone = mobilePhone.normalise(text);
  const byPhone = mobilePhone.check(phone) ? undefined : findPersonByPhone(db.kysely, vault, phone);
  const ids = new Set(await Promise.all([...byDocument, byPhone]));
  const found = await Promise.all([...ids].flatMap((id) => (id ? [readPerson(db.kysely, vault, id)] : [])));
  const people = found.flatMap((person) => (person ? [summaryOf(person)] : []));
  await record(c, context, { action: 'person.find', subject: 'person', after: people.map(({ personId }) => personId) });
  return c.json({ people });
}

async function show(c: Context, context: ListsContext, personId: string): Promise<Response> {
  const { db, vault, clock } = context;
  const person = await readPerson(db.kysely, vault, personId);
  if (!person) return answerRefusal(c, notFound());
  const applications = await db.kysely
    .selectFrom('application')
    .select(['reference', 'stage', 'stage_since as since'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .execute();
  const sessions = await listSessions(db.kysely, personId, clock.now());
  const notices = await readNotifications(db.kysely, personId, { limit: NOTICES });
  await record(c, context, { action: 'person.view', subject: `person:${personId}` });
  return c.json({
    ...summaryOf(person),
    applications,
    consents: await readMarketingConsent(db.kysely, personId),
    sessions: sessions.map(({ createdAt, lastSeenAt, userAgent }) => ({ createdAt, lastSeenAt, userAgent })),
    notices: notices.map(({ kind, createdAt }) => ({ kind, createdAt })),
  });
}

function record(
  c: Context,
  { db, clock }: ListsContext,
  entry: { readonly action: string; readonly subject: string; readonly after?: unknown },
): Promise<void> {
  const actor = `operator:${operatorName(c)}`;
  return db.kysely.transaction().execute((trx) => recordAudit(trx, { ...entry, actor, at: clock.now() }));
}
