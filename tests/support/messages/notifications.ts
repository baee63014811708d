import { sql } from 'kysely';
import { type MarketingChannel, marketingPurpose } from '#api/consent.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { createLog } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type MessageWriterContext, writeMessage } from '#server/lending/clients/message-writer.ts';
import type { OutgoingEmail } from '#server/lending/gateways/email/email-gateway.ts';
import type { OutgoingSms } from '#server/lending/gateways/sms/sms-gateway.ts';
import { dispatchOutbox } from '#server/lending/messages/dispatch-outbox.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { MESSAGE_VALID_MS } from '#server/lending/people/messages/message-validity.ts';
import { sealsOf } from '#server/lending/people/person-seal.ts';
import { appendConsent } from '#server/lending/people/store/consent-store.ts';
import { changePerson } from '#server/lending/people/store/person-store.ts';
import { testVault } from '../people/vault.ts';

interface House {
  readonly db: Database<Tables>;
  readonly clock: Clock;
}

/** Data nobody may find in a table; each test looks for them. */
export const CONTACT = { phone: '+51987654321', email: 'rosa.secreta@correo.example', firstName: 'Rosaura' } as const;
export const LENDER = 'Mañay';
const VAULT = testVault();

/** Gives a person a telephone and a mailbox, verified unless told. */
export async function makeReachable(
  { db, clock }: House,
  personId: string,
  { verified = true, language = 'es' }: { readonly verified?: boolean; readonly language?: 'es' | 'en' } = {},
): Promise<void> {
  const verifiedAt = verified ? new Date(clock.now()) : null;
  const change = { ...CONTACT, language, phoneVerifiedAt: verifiedAt, emailVerifiedAt: verifiedAt };
  await db.kysely.transaction().execute((trx) => changePerson(trx, VAULT, personId, change, { now: clock.now() }));
}

export function writerOf({ db, clock }: House): MessageWriterContext {
  const calendar = createBusinessCalendar(clock.now);
  return { db, vault: VAULT, calendar, siteUrl: 'https://manay.example', brandName: LENDER };
}

export interface Delivered {
  readonly emails: OutgoingEmail[];
  readonly texts: OutgoingSms[];
}

/**
 * Runs one round of the outbox, to gateways that keep what they are given.
 * @param onWritten happens between the writing of a message and its leaving
 */
export async function deliverMessages(house: House, laterMs = 0, onWritten?: () => Promise<void>): Promise<Delivered> {
  const delivered: Delivered = { emails: [], texts: [] };
  const context = writerOf(house);
  await dispatchOutbox({
    db: house.db.kysely,
    gateway: { send: async (email) => void delivered.emails.push(email) },
    sms: { send: async (sms) => void delivered.texts.push(sms) },
    sealOf: sealsOf(house.db.kysely, VAULT),
    async write(message, now) {
      const written = await writeMessage(context, message, now);
      await onWritten?.();
      return written;
    },
    onOwedGivenUp: () => Promise.reject(new Error('no letter is given up here')),
    onRefused: () => Promise.reject(new Error('no letter is refused here')),
    fileOf: () => Promise.reject(new Error('there are no files')),
    validMs: MESSAGE_VALID_MS,
    now: () => house.clock.now() + laterMs,
    log: createLog({ level: 'silent', name: 'test' }),
  });
  return delivered;
}

/** Every row of the tables messages go through, as text. */
export async function dumpOfMessages({ db }: Pick<House, 'db'>): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    select outbox::text as row from outbox union all select notification::text from notification`.execute(db.kysely);
  return rows.map(({ row }) => row).join('\n');
}

/** Says yes or no to advertising by one channel for the client, in the ledger. */
export function say({ db, clock }: House, personId: string, channel: MarketingChannel, granted: boolean, laterMs = 0) {
  const now = clock.now() + laterMs;
  const consent = { consentId: uuidv7(now), personId, purpose: marketingPurpose(channel), granted };
  return appendConsent(db.kysely, {
    ...consent,
    textVersion: 'a'.repeat(64),
    caller: '203.0.113.9',
    at: new Date(now),
  });
}
