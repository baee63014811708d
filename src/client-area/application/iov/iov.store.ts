import type { ApplicationDocumentType } from '#api/application-information.ts';
import type { CallOutput } from '#api/call.ts';
import type { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import type { FieldError } from '#api/errors.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import type { IdentityPicture } from '#loan/application-decisions.ts';
import { followOtherWindow, openNextScreen } from '../any-step/next-step.ts';
import { type Blackbox, readBlackbox } from './blackbox.ts';
import { createUpload, type UploadStore } from './upload.store.ts';

type Application = CallOutput<typeof getApplication>;

export const PICTURE_TYPES: Readonly<Record<IdentityPicture, ApplicationDocumentType>> = {
  dniFrontId: 'DNI_FRONT',
  dniBackId: 'DNI_BACK',
  selfieId: 'SELFIE',
};

/** The form's values are document ids of the pictures; empty without one. */
export type IovValues = Readonly<Record<IdentityPicture, string>>;

export interface IovStore {
  readonly form: FormStore<IovValues>;
  /** The required pictures, in order. */
  readonly pictures: readonly { readonly name: IdentityPicture; readonly upload: UploadStore }[];
}

/**
 * Creates the store of the last step: the device check, to which the press agrees, and pictures where the amount
 * requires them.
 * @param nameOf gives the label of a picture that was uploaded on another device
 */
export function createIov(application: Application, nameOf: (picture: IdentityPicture) => string): IovStore {
  const wanted = application.identityPictures;
  const sent = Object.fromEntries(wanted.map((name) => [name, sentBefore(application, name)]));
  let found: Promise<Blackbox> | undefined;
  let blackbox: Blackbox = { blackboxState: 'timeout' };
  const form = createForm({
    endpoint: submitDeviceStep,
    initial: { dniFrontId: '', dniBackId: '', selfieId: '', ...sent } as IovValues,
    toBody: (pictures) => ({
      ...blackbox,
      // The words beside the button say that pressing it is to agree.
      deviceConsent: true,
      identity: Object.fromEntries(Object.entries(pictures).filter(([, id]) => id !== '')),
    }),
    check: (values) => missing(wanted, values),
    onDone: openNextScreen,
    onRefused: followOtherWindow,
  });
  const pictures = wanted.map((name) => {
    const id = sent[name];
    const upload = createUpload(id ? { documentId: id, name: nameOf(name) } : undefined);
    upload.$upload.listen(({ documentId = '' }) => {
      if (form.$state.get().values[name] !== documentId) form.change(name, documentId);
    });
    return { name, upload };
  });
  const submit = async () => {
    // The check starts only with the press that agrees to it.
    found ??= readBlackbox();
    blackbox = await found;
    await form.submit();
  };
  return { form: { ...form, submit }, pictures };
}

function sentBefore({ documents }: Application, picture: IdentityPicture): string {
  return documents.findLast(({ type }) => type === PICTURE_TYPES[picture])?.documentId ?? '';
}

function missing(wanted: readonly IdentityPicture[], values: IovValues): FieldError[] {
  return wanted.flatMap((field) => (values[field] === '' ? [{ field, code: 'required' as const }] : []));
}
