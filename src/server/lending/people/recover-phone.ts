import type { FieldCode } from '#api/field-codes.ts';
import type { DocumentType } from '#api/field-rules/document-number.ts';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts';
import { sniff } from '#server/kit/attachments.ts';
import { hasTooManyPixels } from '#server/kit/picture-size.ts';
import { isReadablePicture } from '#server/kit/readable-picture.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { lockPerson, requestContactChange } from './contact-change.ts';
import { askMailbox } from './give-mailbox.ts';
import { limaTime, pageUrl } from './messages/identity-messages.ts';
import { sendAccountEmail, writeDecoyEmail } from './messages/send-account-email.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { personSeal } from './person-seal.ts';
import { fromAddress, type Limited } from './send-code.ts';
import { recordStaffAccess } from './store/access-log-store.ts';
import type { ContactChannel } from './store/contact-change-store.ts';
import { issueLink, readLink, takeLink } from './store/link-store.ts';
import { documentIndexOf, emailIndexOf, findPersonByDocument, type Person, readPerson } from './store/person-store.ts';
import {
  decideRecovery,
  insertRecovery,
  openNewEmail,
  openNewPhone,
  type Recovery,
  readRecovery,
  storePicture,
} from './store/recovery-store.ts';
import { takeAttempts } from './store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from './throttles.ts';

/** Time for which the recovery link is valid. */
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

/**
 * Executes as many statements as for somebody who is told, so that it takes as long; a second link stands for the
 * recovery.
 */
async function writeDecoys(
  trx: Trx,
  context: IdentityContext,
  link: Omit<Parameters<typeof issueLink>[1], 'personId'>,
  urlOf: (token: string, language: Locale) => string,
): Promise<void> {
  await readPerson(trx, context.vault, uuidv7(link.now));
  await issueLink(trx, { ...link, personId: null });
  const url = urlOf(await issueLink(trx, { ...link, personId: null }), DEFAULT_LOCALE);
  await writeDecoyEmail(trx, context, 'phone-recovery', { link: url });
}

function fits({ vault }: IdentityContext, person: Person, { email, birthDate }: RecoveryRequest): boolean {
  // A link that opens an account goes to no mailbox that was never confirmed.
  if (person.status === 'CLOSED' || person.email === undefined || person.emailVerifiedAt === null) return false;
  return emailIndexOf(vault, person.email) === emailIndexOf(vault, email) && person.birthDate === birthDate;
}

export type PictureTaken = { readonly kind: 'done' } | { readonly kind: 'over' } | PictureRefused;

/** Accepts the client's picture with their document through the e-mailed link; the recovery then waits for staff. */
export async function takeRecoveryPicture(
  { db, vault, clock }: IdentityContext,
  { token, picture }: { readonly token: string; readonly picture: string },
): Promise<PictureTaken> {
  const now = clock.now();
  if (!(await readLink(db.kysely, 'PHONE_RECOVERY', token, now))) return { kind: 'over' };
  const read = await readSentPicture(picture);
  if ('code' in read) return read;
  return db.kysely.transaction().execute(async (trx): Promise<PictureTaken> => {
    const link = await takeLink(trx, 'PHONE_RECOVERY', token, now);
    if (link.kind !== 'used-now' || link.personId === null || link.subjectId === null) return { kind: 'over' };
    const seal = await personSeal(trx, vault, link.personId);
    await storePicture(trx, seal, { id: link.subjectId, ...read, now });
    return { kind: 'done' };
  });
}

interface PictureRefused {
  readonly kind: 'field-refused';
  readonly code: FieldCode;
}

/** A picture in base64, that a colleague will be able to look at. */
async function readSentPicture(picture: string): Promise<PictureRefused | { bytes: Uint8Array; mediaType: string }> {
  const refused = (code: FieldCode): PictureRefused => ({ kind: 'field-refused', code });
  const bytes = Buffer.from(picture, 'base64');
  if (bytes.length > PICTURE_MAX_BYTES) return refused('too_large');
  const mediaType = sniff(bytes);
  if (!mediaType?.startsWith('image/')) return refused('unsupported_type');
  if (await hasTooManyPixels(bytes, mediaType)) return refused('too_large');
  return (await isReadablePicture(bytes, mediaType)) ? { bytes, mediaType } : refused('unreadable');
}

export interface MailboxRequest extends Pick<RecoveryRequest, 'documentType' | 'documentNumber' | 'birthDate'> {
  /** Mailbox for the answer, and of the account once it is confirmed. */
  readonly email: string;
  readonly picture: string;
}

/** A client without a confirmed mailbox asks for one. If the data match, it waits for staff; the answer does not say. */
export async function requestMailboxRecovery(
  { db, vault, clock }: IdentityContext,
  { documentType, documentNumber, birthDate, email, picture }: MailboxRequest,
  origin: Origin,
): Promise<{ readonly kind: 'done' } | PictureRefused | Limited> {
  const now = clock.now();
  const key = documentIndexOf(vault, documentType, documentNumber);
  const counted = { scope: 'recovery', key, rule: ACCOUNT_EMAIL_LIMIT } as const;
  const attempt = await takeAttempts(db.kysely, now, [counted], fromAddress(origin));
  if (attempt.kind === 'limited') return attempt;
  const read = await readSentPicture(picture);
  if ('code' in read) return read;
  const found = await findPersonByDocument(db.kysely, vault, documentType, documentNumber);
  const person = await readPerson(db.kysely, vault, found ?? uuidv7(now));
  const isTheirs = person && person.status !== 'CLOSED' && person.birthDate === birthDate;
  await db.kysely.transaction().execute(async (trx) => {
    // For nobody a link that opens nothing is written in its place, so that it takes as long.
    if (!isTheirs) return issueLink(trx, { kind: 'PHONE_RECOVERY', personId: null, now, validMs: 0 });
    const seal = await personSeal(trx, vault, person.id);
    const id = await insertRecovery(trx, seal, { personId: person.id, newEmail: email, now });
    return storePicture(trx, seal, { id, ...read, now });
  });
  return { kind: 'done' };
}

/** A channel that staff found to be in wrong hands, and how they know. */
export interface LostChannel {
  readonly channel: ContactChannel;
  readonly reason: string;
}

/**
 * Records an operator's decision. An approved telephone counts a day later, as any other: the old one is told, and can
 * stop it, unless staff say that a channel is in wrong hands (decision 0116). So does an approved mailbox, a day after
 * it has answered its link.
 * @returns false when the recovery does not exist or is not open
 */
export function settleRecovery(
  context: IdentityContext,
  id: string,
  decision: { readonly approved: boolean; readonly operator: string; readonly lost?: LostChannel | undefined },
): Promise<boolean> {
  const { db, clock } = context;
  const now = clock.now();
  const actor = `operator:${decision.operator}`;
  return db.kysely.transaction().execute(async (trx) => {
    const asked = await readRecovery(trx, id);
    const person = asked && (await lockPerson(trx, context, asked.personId));
    // A closed account has neither telephone nor mailbox any more.
    if (!person || (decision.approved && person.status === 'CLOSED')) return false;
    const status = decision.approved ? 'APPROVED' : 'REJECTED';
    const recovery = await decideRecovery(trx, id, { status, by: actor, now });
    if (!recovery) return false;
    const { letter, subject } = recovery.newEmailSealed === null ? OF_PHONE : OF_MAILBOX;
    if (decision.approved) await approve(trx, context, person, { ...decision, recovery });
    else await sendAccountEmail(trx, context, person, letter, limaTime(clock));
    const action = `${subject}.${DONE[status]}`;
    const after = { recovery: id, ...decision.lost };
    await recordAudit(trx, { actor, action, subject: `person:${person.id}`, after, at: now });
    return true;
  });
}

const DONE = { APPROVED: 'approve', REJECTED: 'reject' } as const;

const OF_PHONE = { letter: 'phone-kept', subject: 'phone-recovery' } as const;
const OF_MAILBOX = { letter: 'email-kept', subject: 'mailbox-recovery' } as const;

interface Approved {
  readonly recovery: Recovery;
  readonly operator: string;
  readonly lost?: LostChannel | undefined;
}

async function approve(
  trx: Trx,
  context: IdentityContext,
  person: Person,
  { recovery, operator, lost }: Approved,
): Promise<void> {
  const { vault, clock } = context;
  const { id: personId } = person;
  const because = lost && { lostChannel: lost.channel };
  const seal = await personSeal(trx, vault, personId);
  const email = openNewEmail(seal, recovery);
  if (email !== undefined) return askMailbox(trx, context, person, { email, operator, ...because });
  const value = openNewPhone(seal, recovery);
  await requestContactChange(trx, context, person, {
    kind: 'PHONE',
    value,
    sessionId: null,
    status: 'PENDING',
    ...because,
  });
  await recordStaffAccess(trx, { personId, kind: 'PHONE_CHANGED', at: clock.now(), operator });
}
