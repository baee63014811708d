import type { Context } from 'hono';
import * as z from 'zod/mini';
import { clientDocument } from '#api/client-document.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { line } from '#api/field-rules/text.ts';
import { IMPERSONATION_MODES } from '#api/impersonation.ts';
import { documentFits } from '#api/person-form.ts';
import { STAFF_ACTS, type StaffActName } from '#i18n/staff-acts.ts';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { isAuditPlace, listAudit, verifyAudit } from '#server/lending/staff/audit-store.ts';
import type { PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { colleagueOf, operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import { giveMailbox } from '../give-mailbox.ts';
import { issueImpersonation, LINK_SECONDS } from '../impersonate.ts';
import type { IdentityContext } from '../people-context.ts';
import { personSeal } from '../person-seal.ts';
import { type LostChannel, settleRecovery } from '../recover-phone.ts';
import { recordStaffAccess } from '../store/access-log-store.ts';
import { findPersonByDocument } from '../store/person-store.ts';
import { listWaiting, openPicture, readRecovery, type WaitingRecovery } from '../store/recovery-store.ts';
import { PEOPLE_ANSWERS } from './people-answers.ts';

/** Staff endpoints of support and compliance (domain 2.2, 2.1.2): `lender -- login-as|recovery|audit`. */
export const STAFF_IMPERSONATIONS_PATH = '/api/v1/staff/impersonations';
export const STAFF_RECOVERIES_PATH = '/api/v1/staff/phone-recoveries';
export const STAFF_MAILBOXES_PATH = '/api/v1/staff/mailboxes';
export const STAFF_AUDIT_PATH = '/api/v1/staff/audit';

const impersonationFields = z.strictObject({
  ...clientDocument,
  reason: required(line(10, 500)),
  ticketId: required(line(1, 60)),
  mode: z._default(z.enum(IMPERSONATION_MODES, { error: 'not_allowed' }), 'READ_ONLY'),
});
const impersonationBody = impersonationFields.check(...documentFits<z.output<typeof impersonationFields>>());

const mailboxFields = z.strictObject({
  ...clientDocument,
  email: required(emailAddress),
  reason: required(line(10, 500)),
  channel: z.optional(z.enum(['PHONE', 'EMAIL'], { error: 'not_allowed' })),
});
const mailboxBody = mailboxFields.check(...documentFits<z.output<typeof mailboxFields>>());
const rejectionBody = z.strictObject({});
/** With a channel: it is in wrong hands, is told nothing, and cannot stop the change. */
const approvalBody = z.union([
  rejectionBody,
  z.strictObject({
    channel: z.enum(['PHONE', 'EMAIL'], { error: 'not_allowed' }),
    reason: required(line(10, 500)),
  }),
]);

/** Login-as links, recoveries of telephones and mailboxes, and the audit. */
export function staffSupportActs(): readonly StaffAct<IdentityContext>[] {
  const recovery = `${STAFF_RECOVERIES_PATH}/:id`;
  const support = ['support'] as const;
  const reads = ['compliance', 'admin'] as const;
  const decides = (name: 'approve' | 'reject'): StaffAct<IdentityContext> =>
    act({
      name: `recovery ${name}`,
      answers: PEOPLE_ANSWERS[`recovery ${name}`],
      path: `${recovery}/${name}`,
      may: support,
      params: byId,
      body: (name === 'approve' ? approvalBody : rejectionBody) as z.ZodMiniType<Partial<LostChannel>>,
      answer: (c, { params, body }, context) =>
        decide(c, context, params.id, { approved: name === 'approve', ...body }),
    });
  return [
    act({
      name: 'login-as issue',
      answers: PEOPLE_ANSWERS['login-as issue'],
      path: STAFF_IMPERSONATIONS_PATH,
      may: support,
      body: impersonationBody,
      answer: (c, { body }, context) => impersonate(c, context, body),
    }),
    read({
      name: 'recovery list',
      answers: PEOPLE_ANSWERS['recovery list'],
      path: STAFF_RECOVERIES_PATH,
      may: support,
      personal: 'many',
      query: queryOfList({ id: listQuery.id }),
      answer: (c, { query: { id, ...asked } }, context) => listRecoveries(c, context, { id }, pageAt(asked)),
    }),
    read({
      name: 'recovery picture',
      path: `${recovery}/picture`,
      may: support,
      personal: 'one',
      params: byId,
      answers: 'file',
      answer: (c, { params }, context) => showPicture(c, context, params.id),
    }),
    decides('approve'),
    decides('reject'),
    act({
      name: 'person email',
      answers: PEOPLE_ANSWERS['person email'],
      path: STAFF_MAILBOXES_PATH,
      may: support,
      body: mailboxBody,
      answer: (c, { body }, context) => mailbox(c, context, body),
    }),
    read({
      name: 'audit show',
      answers: PEOPLE_ANSWERS['audit show'],
      path: STAFF_AUDIT_PATH,
      may: reads,
      query: auditQuery,
      answer: (c, { query }, context) => showAudit(c, context, query),
    }),
    read({
      name: 'audit verify',
      answers: PEOPLE_ANSWERS['audit verify'],
      path: `${STAFF_AUDIT_PATH}/verify`,
      may: [...reads, 'machine'],
      answer: async (c, _, context) => c.json(await verifyAudit(context.db.kysely)),
    }),
  ];
}

async function impersonate(
  c: Context,
  context: IdentityContext,
  { documentType, documentNumber, reason, ticketId, mode }: z.output<typeof impersonationBody>,
): Promise<Response> {
  const { db, vault } = context;
  const personId = await findPersonByDocument(db.kysely, vault, documentType, documentNumber);
  if (personId === undefined) return answerRefusal(c, notFound());
  const url = await issueImpersonation(context, { personId, reason, ticketId, mode }, colleagueOf(c));
  return c.json({ url, expiresInSec: LINK_SECONDS }, 201);
}

async function mailbox(
  c: Context,
  context: IdentityContext,
  { documentType, documentNumber, email, reason, channel: lost }: z.output<typeof mailboxBody>,
): Promise<Response> {
  const personId = await findPersonByDocument(context.db.kysely, context.vault, documentType, documentNumber);
  const given = { email, reason, lost, operator: operatorName(c) };
  const isGiven = personId !== undefined && (await giveMailbox(context, personId, given));
  return isGiven ? c.json({ personId }, 202) : answerRefusal(c, notFound());
}

function listRecoveries(
  c: Context,
  { db }: IdentityContext,
  only: { readonly id: string | undefined },
  asked: PageRequest,
): Promise<Response> {
  const waiting = listWaiting(db.kysely, recoveryRow, only);
  return answerList(c, { name: 'recoveries', ...waiting }, asked);
}

function recoveryRow({ id, personId, confirmedAt, newEmailSealed }: WaitingRecovery) {
  return {
    id,
    personId,
    channel: newEmailSealed === null ? 'PHONE' : 'EMAIL',
    since: confirmedAt?.toISOString() ?? null,
  } as const;
}

const auditQuery = queryOfList(
  {
    subject: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    colleague: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    act: z.optional(z.enum(Object.keys(STAFF_ACTS) as [StaffActName, ...StaffActName[]], { error: 'unknown' })),
    from: listQuery.date,
    to: listQuery.date,
  },
  isAuditPlace,
);

/** Everything that was done to something, by a colleague, by one act, or on some days; the last of it comes first. */
function showAudit(c: Context, { db }: IdentityContext, query: z.output<typeof auditQuery>): Promise<Response> {
  const { cursor, limit, ...filter } = query;
  return answerList(c, { name: 'rows', ...listAudit(db.kysely, filter) }, pageAt({ cursor, limit }));
}

/** A picture of the client with their document: every view of it is recorded. */
async function showPicture(c: Context, { db, vault, clock }: IdentityContext, id: string): Promise<Response> {
  const recovery = await readRecovery(db.kysely, id);
  const picture = recovery && openPicture(await personSeal(db.kysely, vault, recovery.personId), recovery);
  if (!recovery || !picture) return answerRefusal(c, notFound());
  const [operator, at, { personId }] = [operatorName(c), clock.now(), recovery];
  await recordShown(c, {
    action: 'phone-recovery.look',
    subject: `person:${personId}`,
    after: { recovery: id },
    within: (trx) => recordStaffAccess(trx, { personId, kind: 'FILE_SEEN', at, operator }),
  });
  return c.body(
    new Uint8Array(picture),
    200,
    downloadHeaders(`recovery-${id}`, recovery.pictureType ?? 'application/octet-stream'),
  );
}

async function decide(
  c: Context,
  context: IdentityContext,
  id: string,
  { approved, channel, reason }: Partial<LostChannel> & { readonly approved: boolean },
): Promise<Response> {
  const lost = channel && reason ? { channel, reason } : undefined;
  const decision = { approved, lost, operator: operatorName(c) };
  const decided = await settleRecovery(context, id, decision);
  return decided ? c.json({ status: approved ? 'APPROVED' : 'REJECTED' }) : answerRefusal(c, notFound());
}
