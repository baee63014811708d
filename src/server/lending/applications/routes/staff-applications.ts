import type { Context } from 'hono';
import * as z from 'zod';
import { INFORMATION_CODES } from '#api/application-information.ts';
import { paragraphs } from '#api/field-rules/text.ts';
import { APPLICATION_STAGES } from '#loan/application.ts';
import { REJECTION_REASONS } from '#loan/application-decisions.ts';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { notFound, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { openFlagsOf } from '#server/lending/fraud/fraud-flag-store.ts';
import { fullName, shownToCaller, withClients } from '#server/lending/people/masks.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { recordStaffAccess } from '#server/lending/people/store/access-log-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { type Act, act, read, type StaffAct } from '#server/lending/staff/act.ts';
import type { Account } from '#server/lending/staff/colleague.ts';
import type { CountRequest, PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { colleagueOf, operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import type { ApplicationContext } from '../application-context.ts';
import { readChecks } from '../checks/external-check-store.ts';
import { VOTERS } from '../four-eyes.ts';
import { type ReviewAct, reviewApplication } from '../review-application.ts';
import { readApplicationDocuments, readApplicationFile } from '../store/application-document-store.ts';
import { APPLICATION_CURSOR, countApplications, pageOfApplications } from '../store/application-list.ts';
import { readSteps } from '../store/application-step-store.ts';
import {
  findApplication,
  readApplicationEvents,
  referencesOf,
  type StoredApplication,
} from '../store/application-store.ts';
import { readDecisions, readSnapshot } from '../store/decision-store.ts';
import { readDeclarations } from '../store/declaration-store.ts';
import { readAnswer, readItems } from '../store/information-store.ts';
import { peopleWithPictures } from '../take-snapshot.ts';
import { withApplication } from '../with-application.ts';
import { APPLICATION_ANSWERS } from './application-answers.ts';
import { sendPicture } from './application-pictures.ts';

/** The path of operators' decisions (domain 2.22); `npm run lender -- applications` is its client. */
export const STAFF_APPLICATIONS_PATH = '/api/v1/staff/applications';

const note = z.string().overwrite(paragraphs).min(5).max(2_000);
const ACT_BODIES = {
  approve: z.strictObject({ amount: z.int().positive(), note }),
  reject: z.strictObject({ reasons: z.array(z.enum(REJECTION_REASONS)).min(1), note }),
  'need-info': z.strictObject({
    items: z
      .array(
        z.strictObject({
          code: z.enum(INFORMATION_CODES),
          note: z.optional(z.string().overwrite(paragraphs).min(1).max(500)),
        }),
      )
      .min(1)
      .max(10),
  }),
  'flag-fraud': z.strictObject({ note }),
} as const;
type ActName = keyof typeof ACT_BODIES;
/** One account is enough for some of them, by the amount and the flags. */
const BY_TWO: readonly ActName[] = ['approve', 'flag-fraud'];

/** The review queue and what operators decide in it. Every look at a file is on record. */
export function staffApplicationActs(): readonly StaffAct<ApplicationContext>[] {
  const path = STAFF_APPLICATIONS_PATH;
  const one = z.object({ reference: z.string() });
  const reads = ['underwriter', 'compliance'] as const;
  const decides = (name: ActName, may: Act['may']): StaffAct<ApplicationContext> =>
    act({
      name: `applications ${name}`,
      answers: APPLICATION_ANSWERS[`applications ${name}`],
      path: `${path}/:reference/${name}`,
      may,
      params: one,
      body: ACT_BODIES[name],
      ...(BY_TWO.includes(name) && { passkey: 'fresh' }),
      answer: (c, { params, body }, context) =>
        decide(c, context, params.reference, { act: name, ...body } as ReviewAct),
    });
  return [
    read({
      name: 'applications list',
      answers: APPLICATION_ANSWERS['applications list'],
      path,
      may: ['underwriter', 'support', 'compliance'],
      personal: 'many',
      query: listed,
      answer: (c, { query }, context) => list(c, context, query),
    }),
    read({
      name: 'applications show',
      answers: APPLICATION_ANSWERS['applications show'],
      path: `${path}/:reference`,
      may: reads,
      personal: 'one',
      params: one,
      answer: (c, { params }, context) => show(c, context, params.reference),
    }),
    read({
      name: 'applications file',
      path: `${path}/:reference/files/:file`,
      may: reads,
      personal: 'one',
      params: z.object({ reference: z.string(), file: z.guid() }),
      answers: 'file',
      answer: (c, { params }, context) => sendFile(c, context, params),
    }),
    read({
      name: 'applications picture',
      path: `${path}/:reference/pictures/:file`,
      may: reads,
      personal: 'one',
      params: z.object({ reference: z.string(), file: z.guid() }),
      answers: 'file',
      answer: (c, { params }, context) => sendPicture(c, context, params),
    }),
    decides('approve', VOTERS.approve),
    decides('reject', ['underwriter']),
    decides('need-info', ['underwriter']),
    decides('flag-fraud', VOTERS.fraud),
  ];
}

const listed = queryOfList({ stage: listQuery.oneOf(APPLICATION_STAGES) }, APPLICATION_CURSOR);

/**
 * `?stage=MANUAL_REVIEW,INFO_MISSING`; by default the applications that wait for people. The first to end comes first.
 */
function list(c: Context, context: ApplicationContext, query: z.output<typeof listed>): Promise<Response> {
  const stages = query.stage ?? (['MANUAL_REVIEW'] as const);
  const { kysely } = context.db;
  const source = withClients(c, context, {
    page: (at: PageRequest) => pageOfApplications(kysely, { stages }, at),
    count: (request: CountRequest) => countApplications(kysely, { stages }, request),
  });
  return answerList(c, { name: 'applications', ...source }, pageAt(query));
}

function lineOf({ reference, stage, stageSince, productType, productId, amount, term, isRepeat }: StoredApplication) {
  return { reference, stage, since: stageSince.toISOString(), productType, productId, amount, term, isRepeat };
}

/** The whole file. The colleague who looked is recorded, because it says everything about a person. */
async function show(c: Context, context: ApplicationContext, asked: string): Promise<Response> {
  const { db, vault, clock } = context;
  const application = await findApplication(db.kysely, { reference: asked });
  if (!application) return answerRefusal(c, notFound());
  const { id, personId, reference } = application;
  const seal = await personSeal(db.kysely, vault, personId);
  const person = await readPerson(db.kysely, vault, personId);
  const items = await readItems(db.kysely, id);
  const decisions = await readDecisions(db.kysely, id);
  const last = decisions.at(-1);
  const showField = shownToCaller(c);
  const file = {
    ...lineOf(application),
    personId,
    client: person && {
      name: showField('name', fullName(person)),
      documentType: person.documentType,
      documentNumber: showField('document', person.documentNumber),
      phone: showField('phone', person.phone),
      email: showField('email', person.email),
    },
    steps: await readSteps(db.kysely, seal, id),
    documents: await readApplicationDocuments(db.kysely, id),
    deviceId: application.deviceId ?? null,
    fraudFlags: await openFlagsOf(db.kysely, personId),
    samePicture: await referencesOf(
      db.kysely,
      await peopleWithPictures(vault, { trx: db.kysely, personId }, application),
    ),
    declarations: await readDeclarations(db.kysely, seal, personId),
    information: await Promise.all(
      items.map(async (item) => ({ ...item, value: await readAnswer(db.kysely, seal, item.id) })),
    ),
    checks: (await readChecks(db.kysely, seal, id)).map(({ kind, provider, answer, at }) => ({
      kind,
      provider,
      answer: answer ?? null,
      at,
    })),
    decisions,
    snapshot: last && (await readSnapshot(db.kysely, seal, last.id)),
    history: (await readApplicationEvents(db.kysely, id)).map(({ event, from_stage, to_stage, actor, data, at }) => ({
      event,
      from: from_stage,
      to: to_stage,
      actor,
      data: openComment(seal, id, data),
      at,
    })),
  };
  const [operator, at] = [operatorName(c), clock.now()];
  await recordShown(c, {
    action: 'application.view',
    subject: `application:${reference}`,
    within: (trx) => recordStaffAccess(trx, { personId, kind: 'APPLICATION_SEEN', at, operator }),
  });
  return c.json(file);
}

/** Opens the client's comment on a review or a withdrawal. */
function openComment(
  seal: Awaited<ReturnType<typeof personSeal>>,
  id: string,
  { commentSealed, ...data }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (typeof commentSealed !== 'string') return data;
  return { ...data, comment: seal.open(commentSealed, { table: 'application_event', column: 'comment', id }) };
}

async function sendFile(
  c: Context,
  { db, vault, clock }: ApplicationContext,
  asked: { readonly reference: string; readonly file: string },
): Promise<Response> {
  const application = await findApplication(db.kysely, { reference: asked.reference });
  if (!application) return answerRefusal(c, notFound());
  const seal = await personSeal(db.kysely, vault, application.personId);
  const key = { applicationId: application.id, documentId: asked.file };
  const file = await readApplicationFile(db.kysely, seal, key);
  if (!file) return answerRefusal(c, notFound());
  const [operator, at, { personId }] = [operatorName(c), clock.now(), application];
  await recordShown(c, {
    action: 'application.view-file',
    subject: `application:${application.reference}`,
    after: { file: key.documentId },
    within: (trx) => recordStaffAccess(trx, { personId, kind: 'FILE_SEEN', at, operator }),
  });
  return c.body(Uint8Array.from(file.bytes), 200, downloadHeaders(`file-${key.documentId}`, file.mediaType));
}

async function decide(
  c: Context,
  context: ApplicationContext,
  reference: string,
  decided: ReviewAct,
): Promise<Response> {
  const application = await findApplication(context.db.kysely, { reference });
  if (!application) return answerRefusal(c, notFound());
  const outcome = await review(context, application, colleagueOf(c), decided);
  return outcome.kind === 'refused' ? answerRefusal(c, outcome) : c.json(outcome);
}

async function review(
  context: ApplicationContext,
  { id, personId }: StoredApplication,
  operator: Account,
  decided: ReviewAct,
): Promise<Awaited<ReturnType<typeof reviewApplication>> | Refusal> {
  const { db, parameters, calendar } = context;
  const inputs = {
    device: undefined,
    parameters: await parameters.inForce(),
    calendar: await calendar.days(db.kysely),
  };
  return withApplication(context, personId, async (held) =>
    held.application?.id === id ? reviewApplication(context, held, { operator, act: decided, inputs }) : notFound(),
  );
}
