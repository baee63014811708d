import type { Context } from 'hono';
import * as z from 'zod/mini';
import { DOCUMENT_TYPES, type DocumentType, documentNumberRule } from '#api/field-rules/document-number.ts';
import { staffPerson } from '#api/staff-person.ts';
import { notFound, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { act, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import { maskedEmail, maskedNumber, maskedPhone } from '../masks.ts';
import type { IdentityContext } from '../people-context.ts';
import { rewrapKeys } from '../rewrap-keys.ts';
import { signInInSandbox } from '../sandbox-session.ts';
import { createPerson, findPersonByDocument, listPeople, type Person } from '../store/person-store.ts';

/** Path of the staff endpoints for people, used by `npm run lender -- person`. */
export const STAFF_PEOPLE_PATH = '/api/v1/staff/people';

const LISTED = 50;
const sessionBody = z.strictObject({
  documentType: z.optional(z.enum(DOCUMENT_TYPES, { error: 'not_allowed' })),
  documentNumber: z.string(),
});

/** People, for operators: create, list, and sign in in the sandbox; elsewhere by a told link (domain 2.2). */
export function staffPeopleRoutes(
  context: IdentityContext,
  { sandbox, reseal }: { readonly sandbox: boolean; readonly reseal: () => Promise<number> },
): readonly StaffRoute[] {
  const path = STAFF_PEOPLE_PATH;
  const may = ['support'] as const;
  const issue = act({
    name: 'session issue',
    path: `${path}/sessions`,
    may,
    body: sessionBody,
    answer: (c, { body }) => issueSession(c, context, body),
  });
  return [
    read({
      name: 'person list',
      path,
      may: ['support', 'compliance'],
      answer: (c) => list(c, context),
    }),
    act({
      name: 'person create',
      path,
      may,
      body: staffPerson,
      answer: (c, { body }) => create(c, context, body),
    }),
    act({
      name: 'keys rewrap',
      path: `${path}/keys`,
      may: ['admin', 'machine'],
      answer: (c) => rewrap(c, context, reseal),
    }),
    ...(sandbox ? [issue] : []),
  ];
}

async function list(c: Context, { db, vault, clock }: IdentityContext): Promise<Response> {
  const people = await listPeople(db.kysely, vault, LISTED);
  await db.kysely.transaction().execute((trx) =>
    recordAudit(trx, {
      actor: `operator:${operatorName(c)}`,
      action: 'person.list',
      subject: 'person',
      after: { shown: people.length },
      at: clock.now(),
    }),
  );
  return c.json({ people: people.map(summaryOf) });
}

/** Who a client is, masked: how lists and pages of staff name them. */
export function summaryOf(person: Person) {
  const { id, documentType, documentNumber, firstName, phone, email, status, createdAt } = person;
  return {
    personId: id,
    document: { type: documentType, masked: maskedNumber(documentNumber) },
    firstName: firstName ?? null,
    phone: phone === undefined ? null : maskedPhone(phone),
    email: email === undefined ? null : maskedEmail(email),
    status,
    createdAt: createdAt.toISOString(),
  };
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

async function rewrap(
  c: Context,
  { db, vault, clock }: IdentityContext,
  reseal: () => Promise<number>,
): Promise<Response> {
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
  { documentType = 'DNI', documentNumber }: z.output<typeof sessionBody>,
): Promise<Response> {
  const { db, vault } = context;
  const personId = await findPersonByDocument(db.kysely, vault, documentType, normalised(documentType, documentNumber));
  if (personId === undefined) return answerRefusal(c, notFound());
  return c.json(await signInInSandbox(context, personId, `operator:${operatorName(c)}`), 201);
}

function normalised(type: DocumentType, typed: string): string {
  return documentNumberRule(type).normalise(typed);
}

/** An empty optional field counts as absent. */
function definedOf<Value extends { readonly lastName2?: string | undefined }>({ lastName2, ...rest }: Value) {
  return { ...rest, ...(lastName2 && { lastName2 }) };
}
