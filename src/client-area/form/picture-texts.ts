import type { PictureOf } from '#ui/file-upload/file-upload.tsx';
import type { ScreenProps } from '../screen.ts';

/** Texts of a picture that a client takes of their document or their face. */
export const PICTURE_TEXT_KEYS = [
  'upload_take',
  'upload_or_pick',
  'upload_pick',
  'upload_again',
  'upload_look',
  'upload_clear_document',
  'upload_clear_face',
] as const;
export type PictureTextKey = (typeof PICTURE_TEXT_KEYS)[number];

type Say = ScreenProps<PictureTextKey | 'client_file_remove' | 'client_file_sending'>['say'];

/** Makes the words of a picture's upload, the same in an application and where an account is recovered. */
export function pictureTexts(say: Say, of: PictureOf) {
  return {
    picture: {
      of,
      take: say('upload_take'),
      pick: say('upload_or_pick'),
      clear: say(`upload_clear_${of}`),
      look: say('upload_look'),
    },
    texts: {
      choose: say('upload_pick'),
      other: say('upload_again'),
      remove: say('client_file_remove'),
      sending: say('client_file_sending'),
    },
  };
}
