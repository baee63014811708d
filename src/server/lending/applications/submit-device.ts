import type { FieldError } from '#api/errors.ts';
import { moveApplication } from '#loan/application.ts';
import { IDENTITY_PICTURES, type IdentityPicture, missingPictures } from '#loan/application-decisions.ts';
import { type RequirementRow, requirementsFor } from '#loan/requirements.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import type { ApplicationContext } from './application-context.ts';
import { illegalTransition, staleVersion } from './application-refusals.ts';
import type { LockedApplication } from './locked-application.ts';
import { isIdentityConfirmed, markSubmitted, readApplicationDocuments } from './store/application-document-store.ts';
import { completeStep, type DeviceStep } from './store/application-step-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { rememberUsed } from './store/remember-used.ts';
import { causeOrThrow } from './with-application.ts';

export interface SentDevice {
  readonly request: Request;
  readonly data: DeviceStep;
  /** The requirements by amount, in force today. */
  readonly asked: readonly RequirementRow[];
}

/** Which kind of file each picture must be. */
const TYPE_OF = { dniFrontId: 'DNI_FRONT', dniBackId: 'DNI_BACK', selfieId: 'SELFIE' } as const;

/** The last step of the draft: from here on the application is decided, by the job that finds it at SCORING. */
export async function submitDevice(
  { vault }: Pick<ApplicationContext, 'vault'>,
  held: LockedApplication,
  application: StoredApplication,
  { request, data, asked }: SentDevice,
): Promise<Refusal | undefined> {
  const moved = moveApplication(application.stage, 'device-submitted', 'client');
  const refused = moved.kind === 'refused' ? illegalTransition(moved) : staleVersion(request, application);
  if (refused) return refused;
  const wrong = await checkIdentity(held, application, data.identity, asked);
  if (wrong.length > 0) return invalidFields(wrong);
  const { trx, seal, now } = held;
  await completeStep(trx, seal, { applicationId: application.id, step: 'device', data, now });
  await markSubmitted(trx, Object.values(data.identity), now);
  await rememberUsed(vault, held, application, request);
  const said = { deviceConsent: true, blackboxState: data.blackboxState };
  await causeOrThrow(held, 'device-submitted', { actor: 'client', data: said });
  return undefined;
}

/** Every picture that was asked for, and each of them a file of this application of the right kind. */
async function checkIdentity(
  { trx, personId }: LockedApplication,
  { id, amount }: StoredApplication,
  identity: DeviceStep['identity'],
  asked: readonly RequirementRow[],
): Promise<FieldError[]> {
  const confirmed = await isIdentityConfirmed(trx, personId);
  const missing = missingPictures({ ...requirementsFor(asked, amount), isIdentityConfirmed: confirmed }, identity);
  const documents = await readApplicationDocuments(trx, id);
  const isFile = (picture: IdentityPicture) =>
    documents.some((document) => document.id === identity[picture] && document.type === TYPE_OF[picture]);
  return IDENTITY_PICTURES.flatMap((picture): FieldError[] => {
    if (missing.includes(picture)) return [{ field: picture, code: 'required' }];
    return identity[picture] !== undefined && !isFile(picture) ? [{ field: picture, code: 'unknown' }] : [];
  });
}
