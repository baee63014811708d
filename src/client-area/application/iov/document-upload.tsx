import type { ReactNode } from 'react';
import { type ApplicationDocumentType, IDENTITY_PICTURES } from '#api/application-information.ts';
import { type PictureTextKey, pictureTexts } from '#client-area/form/picture-texts.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { FileUpload } from '#ui/file-upload/file-upload.tsx';
import { type UploadStore, uploadTypes } from './upload.store.ts';

type TextKey = PictureTextKey | 'upload_choose' | 'upload_failed' | 'upload_done';

interface Props extends Pick<ScreenProps<TextKey>, 'say' | 'sayError'> {
  readonly id: string;
  readonly store: UploadStore;
  readonly type: ApplicationDocumentType;
  readonly label: string;
  readonly help?: ReactNode;
  /** The form's error for it, such as missing. */
  readonly error?: string | undefined;
  readonly errorWord: string;
}

/** The upload of one document of an application, with its errors. */
export function DocumentUpload({ store, type, say, sayError, error, ...field }: Props) {
  const upload = useStore(store.$upload);
  // A file that is not a picture gets a sentence of its own.
  const isPicture = upload.error === 'unsupported_type' && IDENTITY_PICTURES.has(type);
  const own =
    upload.error === 'failed'
      ? say('upload_failed')
      : upload.error && sayError(isPicture ? 'picture' : 'file', upload.error);
  return (
    <div>
      <FileUpload
        {...field}
        name={field.id}
        error={own ?? (upload.documentId ? undefined : error)}
        state={upload.state}
        accept={uploadTypes(type).join(',')}
        onFile={(file) => store.send(file, type)}
        {...(IDENTITY_PICTURES.has(type)
          ? pictureTexts(say, type === 'SELFIE' ? 'face' : 'document')
          : { onRemove: store.remove, texts: fileTexts(say) })}
      />
      <p className="sr" role="status">
        {upload.state.kind === 'sent' && say('upload_done')}
      </p>
    </div>
  );
}

function fileTexts(say: Props['say']) {
  return {
    choose: say('upload_choose'),
    other: say('client_file_other'),
    remove: say('client_file_remove'),
    sending: say('client_file_sending'),
  };
}
