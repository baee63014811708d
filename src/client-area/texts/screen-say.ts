import type { MessageKey } from '#i18n/messages.ts';
import { type Say, speaker } from '#i18n/translate.ts';
import type { SayError } from '../screen.ts';
import type { FrameTextKey } from './frame-texts.ts';

/** Creates the text functions of a screen, from the texts that were sent with it. */
export function createSay<Own extends MessageKey = never>(
  texts: Readonly<Record<string, string>>,
): [Say<FrameTextKey | Own>, SayError] {
  const sayError: SayError = (field, code) =>
    texts[`errors.${field}.${code}`] || texts[`errors.${code}`] || texts['errors.invalid'] || '';
  return [speaker<FrameTextKey | Own>(texts), sayError];
}
