import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import type { Trx } from '#server/kit/tables.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import type { IdentityContext } from '../people-context.ts';
import { issueLink } from '../store/link-store.ts';
import type { Person } from '../store/person-store.ts';
import { type AccountEmailName, accountEmail, emailLinkUrl, letterAsSms } from './identity-messages.ts';

/** Letters with a link that opens an account: to a confirmed mailbox or nowhere (domain 2.1.3). */
const OPENING: readonly AccountEmailName[] = ['password-reset', 'phone-recovery'];

/**
 * Queues an e-mail about the account. A mailbox that was never confirmed may be somebody else's: what the letter is about
 * goes by SMS instead, without its link.
 * @param owedAbout of a letter that a law gives a date, see `NewMessage`
 */
export async function sendAccountEmail(
  trx: Trx,
  context: IdentityContext,
  person: Pick<Person, 'email' | 'emailVerifiedAt' | 'phone' | 'language' | 'firstName'>,
  name: AccountEmailName,
  values: Readonly<Record<string, string>>,
  owedAbout?: string,
): Promise<void> {
  const { email, emailVerifiedAt, phone, language } = person;
  if (email !== undefined && emailVerifiedAt !== null) {
    return sendToMailbox(trx, context, { ...person, email }, name, values, owedAbout);
  }
  if (phone === undefined || OPENING.includes(name)) return;
  const sms = letterAsSms(name, { phone, language }, { ...values, brand: context.brandName });
  await enqueueSealedMessage(trx, context.vault, { ...sms, owedAbout }, context.clock.now());
}

/**
 * Does the same work for somebody who is not told anything, so that it takes as long: the letter is written and never
 * sent.
 */
export async function writeDecoyEmail(
  trx: Trx,
  { vault, clock, brandName }: IdentityContext,
  name: AccountEmailName,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const letter = accountEmail(name, NOBODY, { ...values, brand: brandName });
  await enqueueSealedMessage(trx, vault, { ...letter, isDecoy: true }, clock.now());
}

const NOBODY = { email: 'nadie@example.invalid', firstName: 'Nadie', language: DEFAULT_LOCALE } as const;

/** Sends a letter to this mailbox, confirmed or not: for letters that confirm it. */
export async function sendToMailbox(
  trx: Trx,
  { vault, clock, brandName }: IdentityContext,
  to: { readonly email: string } & Pick<Person, 'language' | 'firstName'>,
  name: AccountEmailName,
  values: Readonly<Record<string, string>>,
  owedAbout?: string,
): Promise<void> {
  const letter = accountEmail(name, to, { ...values, brand: brandName });
  await enqueueSealedMessage(trx, vault, { ...letter, owedAbout }, clock.now());
}

/** Time for which the link is valid. */
export const CONFIRM_MS = 7 * 86_400_000;

/** A link to the mailbox given at registration; until it is opened, nothing that opens the account goes there. */
export async function sendEmailConfirmation(trx: Trx, context: IdentityContext, person: Person): Promise<void> {
  const { id: personId, email, emailVerifiedAt, language } = person;
  if (email === undefined || emailVerifiedAt !== null) return;
  const now = context.clock.now();
  const token = await issueLink(trx, { kind: 'EMAIL_CONFIRM', personId, now, validMs: CONFIRM_MS });
  const link = emailLinkUrl(context.siteUrl, language, token);
  await sendToMailbox(trx, context, { ...person, email }, 'email-own', { link });
}
