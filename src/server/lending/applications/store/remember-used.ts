import { IDENTITY_PICTURES } from '#api/application-information.ts';
import type { Vault } from '#server/kit/vault.ts';
import { contactMarks, type Mark, rememberMark } from '#server/lending/fraud/person-mark-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { knownDeviceOf } from '#server/lending/people/visitor.ts';
import type { LockedApplication } from '../locked-application.ts';
import { type ApplicationDocument, readApplicationDocuments } from './application-document-store.ts';
import { readSteps } from './application-step-store.ts';
import type { StoredApplication } from './application-store.ts';

/**
 * Notes everything that an application is made with, when its last step comes: telephones, address, account, devices
 * and pictures, as HMACs. By them the next person who uses any of these is recognised (domain 2.4), and a flag of fraud
 * finds people who come back (decision 0146).
 */
export async function rememberUsed(
  vault: Vault,
  held: LockedApplication,
  application: StoredApplication,
  request: Request,
): Promise<void> {
  const { trx, seal, personId, now } = held;
  const person = await readPerson(trx, vault, personId);
  const { personal, financial } = await readSteps(trx, seal, application.id);
  const devices = new Set([application.deviceId, knownDeviceOf(request)].filter((id) => id !== undefined));
  const marks: readonly Mark[] = [
    ...(person ? contactMarks(person) : []),
    ...(personal.data ? contactMarks({ altPhone: personal.data.altPhone, address: personal.data }) : []),
    ...(financial.data ? [{ kind: 'cci', value: financial.data.cci } as const] : []),
    ...[...devices].map((value) => ({ kind: 'device', value }) as const),
  ];
  for (const mark of marks) await rememberMark(trx, vault, personId, mark, now);
  await rememberPictures(vault, held, application);
}

/** Notes the pictures of identity that were sent: the file itself, not what it shows. */
export async function rememberPictures(
  vault: Vault,
  { trx, personId, now }: LockedApplication,
  { id }: StoredApplication,
): Promise<void> {
  for (const mark of pictureMarks(await readApplicationDocuments(trx, id))) {
    await rememberMark(trx, vault, personId, mark, now);
  }
}

export function pictureMarks(documents: readonly ApplicationDocument[]): Mark[] {
  const sent = documents.filter(({ type, submittedAt }) => IDENTITY_PICTURES.has(type) && submittedAt !== undefined);
  return sent.map(({ sha256 }) => ({ kind: 'picture', value: sha256 }));
}
