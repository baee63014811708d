import { requestMailboxRecovery } from '#api/endpoints/people/request-mailbox-recovery.ts';
import { requestPhoneRecovery } from '#api/endpoints/people/request-phone-recovery.ts';
import { sendRecoveryPicture } from '#api/endpoints/people/send-recovery-picture.ts';
import { PHOTO } from '../applications/applicant.ts';
import { callEndpoint, type TestLending } from '../lending/lending-app.ts';
import { linkTo } from '../messages/messages.ts';
import type { Borrower } from './borrower.ts';

export const PICTURE = Buffer.from(PHOTO).toString('base64');

export function lost(client: Borrower, changes: Readonly<Record<string, unknown>> = {}) {
  const { documentNumber, email } = client;
  return { documentType: 'DNI', documentNumber, email, birthDate: '1990-05-01', newPhone: '912000111', ...changes };
}

/** Asks for another telephone. @returns the token of the e-mail */
export async function askForRecovery(lending: TestLending, client: Borrower): Promise<string> {
  await callEndpoint(lending, requestPhoneRecovery, { body: lost(client) });
  return linkTo(lending, client.email, 'identity-phone-recovery');
}

/** Starts a recovery, and sends its picture. @returns the recovery's id */
export async function waitingRecovery(lending: TestLending, client: Borrower): Promise<string> {
  const token = await askForRecovery(lending, client);
  await callEndpoint(lending, sendRecoveryPicture, { body: { token, picture: PICTURE } });
  return recoveryOf(lending, client);
}

export function withoutMailbox(
  client: Pick<Borrower, 'documentNumber'>,
  changes: Readonly<Record<string, unknown>> = {},
) {
  const { documentNumber } = client;
  const [birthDate, email] = ['1990-05-01', 'otra@example.pe'];
  return { documentType: 'DNI', documentNumber, birthDate, email, picture: PICTURE, ...changes };
}

/** Asks for another mailbox. @returns the recovery's id */
export async function waitingForMailbox(
  lending: TestLending,
  client: Borrower,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  await callEndpoint(lending, requestMailboxRecovery, { body: withoutMailbox(client, changes) });
  return recoveryOf(lending, client);
}

async function recoveryOf(lending: TestLending, { personId }: Borrower): Promise<string> {
  const recoveries = lending.db.kysely.selectFrom('phone_recovery').select('id').where('person_id', '=', personId);
  return (await recoveries.executeTakeFirstOrThrow()).id;
}
