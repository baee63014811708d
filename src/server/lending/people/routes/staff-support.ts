import type { Context } from 'hono';
import * as z from 'zod/mini';
import { IMPERSONATION_MODES } from '#api/access.ts';
import { DOCUMENT_TYPES, documentNumberRule } from '#api/field-rules/document-number.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { line } from '#api/field-rules/text.ts';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { act, byId, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { readAudit, recordAudit, verifyAudit } from '#server/lending/staff/audit-store.ts';
import { colleagueOf, operatorName } from '#server/lending/staff/staff-route.ts';
import { giveMailbox } from '../give-mailbox.ts';
import { issueImpersonation, LINK_SECONDS } from '../impersonate.ts';
import type { IdentityContext } from '../people-context.ts';
import { personSeal } from '../person-seal.ts';
import { type LostChannel, settleRecovery } from '../recover-phone.ts';
import { recordStaffAccess } from '../store/access-log-store.ts';
import { findPersonByDocument } from '../store/person-store.ts';
import { listWaiting, openPicture, readRecovery } from '../store/recovery-store.ts';

/** Staff endpoints of support and compliance (domain 2.2, 2.1.2): `lender -- login-as|recovery|audit`. */
export const STAFF_IMPERSONATIONS_PATH = '/api/v1/staff/impersonations';
export const STAFF_RECOVERIES_PATH = '/api/v1/staff/phone-recoveries';
export const STAFF_MAILBOXES_PATH = '/api/v1/staff/mailboxes';
export const STAFF_AUDIT_PATH = '/api/v1/staff/audit';

const impersonationBody = z.strictObject({
  documentType: z.optional(z.enum(DOCUMENT_TYPES, { error: 'not_allowed' })),
  documentNumber: z.string({ error: 'required' }),
  reason: required(line(10, 500)),
  ticketId: required(line(1, 60)),
  mode: z._default(z.enum(IMPERSONATION_MODES, { error: 'not_allowed' }), 'READ_ONLY'),
});

const mailboxBody = z.strictObject({
  documentType: z.optional(z.enum(DOCUMENT_TYPES, { error: 'not_allowed' })),
  documentNumber: z.string({ error: 'required' }),
  email: required(emailAddress),
  reason: required(line(10, 500)),
  channel: z.optional(z.enum(['PHONE', 'EMAIL'], { error: 'not_allowed' })),
});
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
export function staffSupportRoutes(context: IdentityContext): readonly StaffRoute[] {
  const { kysely } = context.db;
  const recovery = `${STAFF_RECOVERIES_PATH}/:id`;
  const support = ['support'] as const;
  const reads = ['compliance', 'admin'] as const;
  const decides = (name: 'approve' | 'reject'): StaffRoute =>
    act({
      name: `recovery ${name}`,
      path: `${recovery}/${name}`,
      may: support,
      params: byId,
      body: (name === 'approve' ? approvalBody : rejectionBody) as z.ZodMiniType<Partial<LostChannel>>,
      answer: (c, { params, body }) => decide(c, context, params.id, { approved: name === 'approve', ...body }),
    });
  return [
    act({
      name: 'login-as issue',
      path: STAFF_IMPERSONATIONS_PATH,
      may: support,
      body: impersonationBody,
      answer: (c, { body }) => impersonate(c, context, body),
    }),
    read({
      name: 'recovery list',
      path: STAFF_RECOVERIES_PATH,
      may: support,
      answer: (c) => listRecoveries(c, context),
    }),
    read({
      name: 'recovery picture',
      path: `${recovery}/picture`,
      may: support,
      params: byId,
      answers: 'file',
      answer: (c, { params }) => showPicture(c, context, params.id),
    }),
    decides('approve'),
    decides('reject'),
    act({
      name: 'person email',
      path: STAFF_MAILBOXES_PATH,
      may: support,
      body: mailboxBody,
      answer: (c, { body }) => mailbox(c, context, body),
    }),
    read({
      name: 'audit show',
      path: STAFF_AUDIT_PATH,
      may: reads,
      query: z.object({ subject: z._default(z.string(), '') }),
      answer: async (c, { query }) => c.json({ rows: await readAudit(kysely, query.subject) }),
    }),
    read({
      name: 'audit verify',
      path: `${STAFF_AUDIT_PATH}/verify`,
      may: [...reads, 'machine'],
      answer: async (c) => c.json(await verifyAudit(kysely)),
    }),
  ];
}

async function impersonate(
  c: Context,
  context: IdentityContext,
  { documentType = 'DNI', documentNumber, reason, ticketId, mode }: z.output<typeof impersonationBody>,
): Promise<Response> {
  const { db, vault } = context;
  const number = documentNumberRule(documentType).normalise(documentNumber);
  const personId = await findPersonByDocument(db.kysely, vault, documentType, number);
  if (personId === undefined) return answerRefusal(c, notFound());
  const url = await issueImpersonation(context, { personId, reason, ticketId, mode }, colleagueOf(c));
  return c.json({ url, expiresInSec: LINK_SECONDS }, 201);
}

async function mailbox(
  c: Context,
  context: IdentityContext,
  { documentType = 'DNI', documentNumber, email, reason, channel: lost }: z.output<typeof mailboxBody>,
): Promise<Response> {
  const number = documentNumberRule(documentType).normalise(documentNumber);
  const personId = await findPersonByDocument(context.db.kysely, context.vault, documentType, number);
  const given = { email, reason, lost, operator: operatorName(c) };
  const isGiven = personId !== undefined && (await giveMailbox(context, personId, given));
  return isGiven ? c.json({ personId }, 202) : answerRefusal(c, notFound());
}

async function listRecoveries(c: Context, { db }: IdentityContext): Promise<Response> {
  const waiting = await listWaiting(db.kysely);
  const recoveries = waiting.map(({ id, personId, confirmedAt, newEmailSealed }) => ({
    id,
    personId,
    channel: newEmailSealed === null ? 'PHONE' : 'EMAIL',
    since: confirmedAt?.toISOString() ?? null,
  }));
  return c.json({ recoveries });
}

/** A picture of the client with their document: every view of it is recorded. */
async function showPicture(c: Context, { db, vault, clock }: IdentityContext, id: string): Promise<Response> {
  const recovery = await readRecovery(db.kysely, id);
  const picture = recovery && openPicture(await personSeal(db.kysely, vault, recovery.personId), recovery);
  if (!recovery || !picture) return answerRefusal(c, notFound());
  const [operator, at, { personId }] = [operatorName(c), clock.now(), recovery];
  await db.kysely.transaction().execute(async (trx) => {
    await recordStaffAccess(trx, { personId, kind: 'FILE_SEEN', at, operator });
    await recordAudit(trx, {
      actor: `operator:${operator}`,
      action: 'phone-recovery.look',
      subject: `person:${personId}`,
      after: { recovery: id },
      at,
    });
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
