import type { Context } from 'hono';
import * as z from 'zod';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { shownToCaller, summaryOf } from '#server/lending/people/masks.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { listSessions } from '#server/lending/people/store/session-store.ts';
import { read, type StaffAct } from '#server/lending/staff/act.ts';
import { answerList, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { recordShown } from '#server/lending/staff/staff-route.ts';
import { CLIENT_ANSWERS } from './client-answers.ts';
import type { ListsContext } from './staff-lists.ts';
import { isTimelinePlace, readTimeline } from './timeline.ts';

export const STAFF_CLIENTS_PATH = '/api/v1/staff/clients';

const timelineQuery = queryOfList({ personId: z.guid() }, isTimelinePlace);

const NOTICES = 20;

/** The page of a client. The colleague who looked is recorded. */
export function staffClientActs(): readonly StaffAct<ListsContext>[] {
  const may = ['support', 'collections', 'compliance', 'underwriter', 'finance'] as const;
  return [
    read({
      name: 'person show',
      answers: CLIENT_ANSWERS['person show'],
      path: `${STAFF_CLIENTS_PATH}/:personId`,
      may,
      personal: 'one',
      params: z.object({ personId: z.guid() }),
      answer: (c, { params }, context) => show(c, context, params.personId),
    }),
    read({
      name: 'person timeline',
      answers: CLIENT_ANSWERS['person timeline'],
      path: `${STAFF_CLIENTS_PATH}-timeline`,
      may,
      personal: 'many',
      query: timelineQuery,
      answer: (c, { query }, context) => timeline(c, context, query),
    }),
  ];
}

async function timeline(
  c: Context,
  { db, vault }: ListsContext,
  { personId, cursor, limit }: z.output<typeof timelineQuery>,
): Promise<Response> {
  const source = await readTimeline({ db: db.kysely, vault }, personId);
  if (!source) return answerRefusal(c, notFound());
  return answerList(c, { name: 'timeline', ...source }, pageAt({ cursor, limit }));
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
  await recordShown(c, { action: 'person.view', subject: `person:${personId}` });
  return c.json({
    ...summaryOf(person, shownToCaller(c)),
    applications,
    consents: await readMarketingConsent(db.kysely, personId),
    sessions: sessions.map(({ createdAt, lastSeenAt, userAgent }) => ({ createdAt, lastSeenAt, userAgent })),
    notices: notices.map(({ kind, createdAt }) => ({ kind, createdAt })),
  });
}
