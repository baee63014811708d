import type { FieldCode } from '#api/field-codes.ts';
import type { DocumentType } from '#api/field-rules/document-number.ts';
import type { Locale } from '#i18n/locale.ts';
import { sniff } from '#server/kit/attachments.ts';
import { hasTooManyPixels } from '#server/kit/picture-size.ts';
import { isReadablePicture } from '#server/kit/readable-picture.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { lockPerson, requestContactChange } from './contact-change.ts';
import { limaTime, pageUrl } from './messages/identity-messages.ts';
import { sendAccountEmail, writeDecoyEmail } from './messages/send-account-email.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { personSeal } from './person-seal.ts';
import { fromAddress, type Limited } from './send-code.ts';
import { recordStaffAccess } from './store/access-log-store.ts';
import type { ContactChannel } from './store/contact-change-store.ts';
import { issueLink, readLink, takeLink } from './store/link-store.ts';
import { documentIndexOf, emailIndexOf, findPersonByDocument, type Person, readPerson } from './store/person-store.ts';
import { decideRecovery, insertRecovery, openNewPhone, readRecovery, storePicture } from './store/recovery-store.ts';
import { takeAttempts } from './store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from './throttles.ts';

/** How long the recovery link is valid. */
export const RECOVERY_LINK_MS = 24 * 3_600_000;
export const PICTURE_MAX_BYTES = 2_500_000;

export interface RecoveryRequest {
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  readonly email: string;
  readonly birthDate: string;
  readonly newPhone: string;
}

/** Starts the recovery of a lost telephone. If the data match, a link is e-mailed; the answer does not reveal it. */
export async function requestPhoneRecovery(
  context: IdentityContext,
  request: RecoveryRequest,
  origin: Origin,
): Promise<{ readonly kind: 'done' } | Limited> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const { documentType, documentNumber, newPhone } = request;
  // In its normal form, and the only name they are looked up by here.
  const key = documentIndexOf(vault, documentType, documentNumber);
  const counted = { scope: 'recovery', key, rule: ACCOUNT_EMAIL_LIMIT } as const;
  const attempt = await takeAttempts(db.kysely, now, [counted], fromAddress(origin));
  if (attempt.kind === 'limited') return attempt;
  const found = await findPersonByDocument(db.kysely, vault, documentType, documentNumber);
  const person = await readPerson(db.kysely, vault, found ?? uuidv7(now));
  const reader = person && fits(context, person, request) ? person : undefined;
  const link = { kind: 'PHONE_RECOVERY', now, validMs: RECOVERY_LINK_MS } as const;
  const urlOf = (token: string, language: Locale) =>
    `${pageUrl(context.siteUrl, language, '/modals/no-phone-access')}#token=${token}`;
  await db.kysely.transaction().execute(async (trx) => {
    if (!reader) return writeDecoys(trx, context, link, urlOf);
    const { id: personId, language } = reader;
    const seal = await personSeal(trx, vault, personId);
    const subjectId = await insertRecovery(trx, seal, { personId, newPhone, now });
    const url = urlOf(await issueLink(trx, { ...link, personId, subjectId }), language);
    await sendAccountEmail(trx, context, reader, 'phone-recovery', { link: url });
  });
  return { kind: 'done' };
}

/** As many statements as for somebody who is told, so that it takes as long; a second link stands for the recovery. */
async function writeDecoys(
  trx: Trx,
  context: IdentityContext,
  link: Omit<Parameters<typeof issueLink>[1], 'personId'>,
  urlOf: (token: string, language: Locale) => string,
): Promise<void> {
  await readPerson(trx, context.vault, uuidv7(link.now));
  await issueLink(trx, { ...link, personId: null });
  const url = urlOf(await issueLink(trx, { ...link, personId: null }), 'es');
  await writeDecoyEmail(trx, context, 'phone-recovery', { link: url });
}

function fits({ vault }: IdentityContext, person: Person, { email, birthDate }: RecoveryRequest): boolean {
  // A link that opens an account goes to no mailbox that was never confirmed.
  if (person.status === 'CLOSED' || person.email === undefined || person.emailVerifiedAt === null) return false;
  return emailIndexOf(vault, person.email) === emailIndexOf(vault, email) && person.birthDate === birthDate;
}

export type PictureTaken =
  | { readonly kind: 'done' }
  | { readonly kind: 'over' }
  | { readonly kind: 'field-refused'; readonly code: FieldCode };

/** Accepts the client's picture with their document through the e-mailed link; the recovery then waits for staff. */
export async function takeRecoveryPicture(
  { db, vault, clock }: IdentityContext,
  { token, picture }: { readonly token: string; readonly picture: string },
): Promise<PictureTaken> {
  const now = clock.now();
  if (!(await readLink(db.kysely, 'PHONE_RECOVERY', token, now))) return { kind: 'over' };
  const bytes = Buffer.from(picture, 'base64');
  if (bytes.length > PICTURE_MAX_BYTES) return { kind: 'field-refused', code: 'too_large' };
  const mediaType = sniff(bytes);
  if (!mediaType?.startsWith('image/')) return { kind: 'field-refused', code: 'unsupported_type' };
  if (await hasTooManyPixels(bytes, mediaType)) return { kind: 'field-refused', code: 'too_large' };
  if (!(await isReadablePicture(bytes, mediaType))) return { kind: 'field-refused', code: 'unreadable' };
  return db.kysely.transaction().execute(async (trx): Promise<PictureTaken> => {
    const link = await takeLink(trx, 'PHONE_RECOVERY', token, now);
    if (link.kind !== 'used-now' || link.personId === null || link.subjectId === null) return { kind: 'over' };
    const seal = await personSeal(trx, vault, link.personId);
    await storePicture(trx, seal, { id: link.subjectId, bytes, mediaType, now });
    return { kind: 'done' };
  });
}

/** A channel that staff found to be in wrong hands, and how they know. */
export interface LostChannel {
  readonly channel: ContactChannel;
  readonly reason: string;
}

/**
 * Records an operator's decision. An approved telephone counts a day later, as any other: the old one is told, and can
 * stop it, unless staff say that a channel is in wrong hands (decision 0116).
 * @returns false when there is no such open recovery
 */
export function decidePhoneRecovery(
  context: IdentityContext,
  id: string,
  decision: { readonly approved: boolean; readonly operator: string; readonly lost?: LostChannel | undefined },
): Promise<boolean> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const actor = `operator:${decision.operator}`;
  return db.kysely.transaction().execute(async (trx) => {
    const asked = await readRecovery(trx, id);
    const person = asked && (await lockPerson(trx, context, asked.personId));
    // A closed account has no telephone any more.
    if (!person || (decision.approved && person.status === 'CLOSED')) return false;
    const status = decision.approved ? 'APPROVED' : 'REJECTED';
    const recovery = await decideRecovery(trx, id, { status, by: actor, now });
    if (!recovery) return false;
    const { personId } = recovery;
    if (decision.approved) {
      const value = openNewPhone(await personSeal(trx, vault, personId), recovery);
      const lost = decision.lost && { lostChannel: decision.lost.channel };
      const change = { kind: 'PHONE', value, sessionId: null, status: 'PENDING', ...lost } as const;
      await requestContactChange(trx, context, person, change);
      await recordStaffAccess(trx, { personId, kind: 'PHONE_CHANGED', at: now, operator: decision.operator });
    } else {
      await sendAccountEmail(trx, context, person, 'phone-kept', limaTime(clock));
    }
    const action = `phone-recovery.${decision.approved ? 'approve' : 'reject'}`;
    await recordAudit(trx, {
      actor,
      action,
      subject: `person:${personId}`,
      after: { recovery: id, ...decision.lost },
      at: now,
    });
    return true;
  });
}
