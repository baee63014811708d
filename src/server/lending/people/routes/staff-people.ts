import type { Context } from 'hono';
import * as z from 'zod/mini';
import { clientDocument } from '#api/client-document.ts';
import { documentFits } from '#api/person-form.ts';
import { staffPerson } from '#api/staff-person.ts';
import { notFound, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { act, read, type StaffAct } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import { shownInList, summaryOf } from '../masks.ts';
import type { IdentityContext } from '../people-context.ts';
import { rewrapKeys } from '../rewrap-keys.ts';
import { signInInSandbox } from '../sandbox-session.ts';
import { createPerson, findPersonByDocument, listPeople } from '../store/person-store.ts';
import { clientNoteActs } from './client-notes.ts';
import { PEOPLE_ANSWERS } from './people-answers.ts';

/** Path of the staff endpoints for people, used by `npm run lender -- person`. */
export const STAFF_PEOPLE_PATH = '/api/v1/staff/people';

const sessionFields = z.strictObject(clientDocument);
const sessionBody = sessionFields.check(...documentFits<z.output<typeof sessionFields>>());

export interface ResealContext {
  /** Seals with the newest master key what other subjects keep under it, and returns how many rows. */
  readonly reseal: () => Promise<number>;
}

/**
 * Serves people to operators: create one, list the newest, and, in the sandbox only, sign one in. Elsewhere staff must
 * open an account through a login-as link, of which the client is notified (domain 2.2).
 */
export function staffPeopleActs(): readonly StaffAct<IdentityContext & ResealContext>[] {
  const path = STAFF_PEOPLE_PATH;
  const may = ['support'] as const;
  return [
    read({
      name: 'person list',
      answers: PEOPLE_ANSWERS['person list'],
      path,
      may: ['support', 'compliance'],
      personal: 'many',
      query: queryOfList({}),
      answer: (c, { query }, context) => list(c, context, pageAt(query)),
    }),
    act({
      name: 'person create',
      answers: PEOPLE_ANSWERS['person create'],
      path,
      may,
      body: staffPerson,
      answer: (c, { body }, context) => create(c, context, body),
    }),
    act({
      name: 'keys rewrap',
      answers: PEOPLE_ANSWERS['keys rewrap'],
      path: `${path}/keys`,
      may: ['admin', 'machine'],
      answer: (c, _, context) => rewrap(c, context),
    }),
    ...clientNoteActs(),
    act({
      name: 'session issue',
      answers: PEOPLE_ANSWERS['session issue'],
      path: `${path}/sessions`,
      may,
      needs: 'sandbox',
      body: sessionBody,
      answer: (c, { body }, context) => issueSession(c, context, body),
    }),
  ];
}

/** The newest first. */
function list(c: Context, { db, vault }: IdentityContext, asked: PageRequest): Promise<Response> {
  const show = shownInList(c);
  const people = listPeople(db.kysely, vault, (person) => summaryOf(person, show));
  return answerList(c, { name: 'people', ...people }, asked);
}

async function create(
  c: Context,
  { db, vault, clock }: IdentityContext,
  { language, ...person }: z.output<typeof staffPerson>,
): Promise<Response> {
  const now = clock.now();
  const made = await db.kysely.transaction().execute(async (trx) => {
    const created = await createPerson(trx, vault, { ...definedOf(person), ...(language && { language }) }, now);
    if (created.kind === 'created') {
      const actor = `operator:${operatorName(c)}`;
      await recordAudit(trx, { actor, action: 'person.create', subject: `person:${created.personId}`, at: now });
    }
    return created;
  });
  if (made.kind === 'created') return c.json({ personId: made.personId }, 201);
  return answerRefusal(c, refused(409, 'person_exists', `This document belongs to person ${made.personId}.`));
}

async function rewrap(c: Context, context: IdentityContext & ResealContext): Promise<Response> {
  const { db, vault, clock, reseal } = context;
  const done = { ...(await rewrapKeys(db.kysely, vault)), requests: await reseal() };
  const actor = `operator:${operatorName(c)}`;
  await db.kysely
    .transaction()
    .execute((trx) =>
      recordAudit(trx, { actor, action: 'person.rewrap-keys', subject: 'person', after: done, at: clock.now() }),
    );
  return c.json(done);
}

async function issueSession(
  c: Context,
  context: IdentityContext,
  { documentType, documentNumber }: z.output<typeof sessionBody>,
): Promise<Response> {
  const { db, vault } = context;
  const personId = await findPersonByDocument(db.kysely, vault, documentType, documentNumber);
  if (personId === undefined) return answerRefusal(c, notFound());
  return c.json(await signInInSandbox(context, personId, `operator:${operatorName(c)}`), 201);
}

/** An empty optional field counts as absent. */
function definedOf<Value extends { readonly lastName2?: string | undefined }>({ lastName2, ...rest }: Value) {
  return { ...rest, ...(lastName2 && { lastName2 }) };
}
