import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { RefusedMessage } from '#server/lending/messages/dispatch-outbox.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { findPersonByEmail, findPersonByPhone } from '../store/person-store.ts';
import { CODE_TEMPLATE } from './code-message.ts';

/** Settings to look at when the server of a channel refuses us. */
const OF_US: Readonly<Record<RefusedMessage['channel'], string>> = {
  email: 'SMTP_URL, MAIL_FROM, SPF, DKIM, DMARC',
  sms: 'SMS_URL, SMS_TOKEN, SMS_SENDER',
  voice: '–',
  whatsapp: '–',
};

/**
 * Opens the task of a message that its server refuses. When it refuses us there is one task for the channel, and what
 * waits is tried again. When it refuses an address there is one task for the client, who has to be reached otherwise and
 * asked for another address. Nobody is told of a code: its reader asks for another one, and whoever types wrong numbers
 * could fill the list.
 */
export async function tellOfRefusal(
  { db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault },
  message: RefusedMessage,
  now: number,
): Promise<void> {
  const { because, reason, channel, template, isOwed } = message;
  if (because === 'us') {
    const facts = { channel, reason, settings: OF_US[channel] };
    const task = { kind: 'messages-refused', subject: `channel:${channel}`, says: 'messages-refused' } as const;
    return openTask(db, { ...task, facts }, now);
  }
  // A letter that is owed has its own task.
  if (isOwed || template === CODE_TEMPLATE) return;
  const about = await subjectOf({ db, vault }, message);
  const says = because === 'message' ? 'message-refused' : 'address-refused';
  const facts = { channel, reason, template };
  await openTask(db, { kind: 'address-refused', subject: about, says, facts }, now);
}

/** The client to whom the address belongs; of an address that is nobody's, as that of alerts, the message. */
async function subjectOf(
  { db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault },
  { id, channel, personId, recipient }: RefusedMessage,
): Promise<string> {
  const find = channel === 'email' ? findPersonByEmail : findPersonByPhone;
  const person = personId ?? (await find(db, vault, recipient));
  return person === undefined ? `message:${id}` : `person:${person}`;
}
