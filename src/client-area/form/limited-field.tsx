import { over, tooLongSentence } from '#api/field-rules/too-long.ts';
import type { Say } from '#i18n/translate.ts';
import { TextField, type TextFieldProps } from '#ui/field/text-field.tsx';
import type { FrameTextKey } from '../texts/frame-texts.ts';

interface Props extends TextFieldProps {
  /** The most characters that fit. */
  readonly max: number;
  readonly say: Say<FrameTextKey>;
}

/**
 * A text field with a limit: nothing that is pasted is cut, and the field says at once how many characters are too many.
 * A component of its own, because the first screens have no such field and are held to their bytes.
 */
export function LimitedField({ max, say, ...field }: Props) {
  const isLong = over(field.value, max) > 0;
  return <TextField {...field} error={isLong ? tooLongSentence(say('form_over'), field.value, max) : field.error} />;
}
