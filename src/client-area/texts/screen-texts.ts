/** The texts that are sent with each screen. For pages and tests, because browsers get the texts, never this list. */
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';
import { pickTexts, type Translate } from '#i18n/translate.ts';
import type { ScreenTexts, SentTexts } from '../screen.ts';

const FILES = import.meta.glob<{ readonly TEXTS: ScreenTexts }>('../**/texts.ts', { eager: true });

/** Finds the texts that a screen lists in its `texts.ts`; undefined for a screen outside the client area. */
export function textsOf(name: ScreenName): ScreenTexts | undefined {
  return FILES[`../${SCREENS[name].slug}/texts.ts`]?.TEXTS;
}

/** Lists every key sent with a screen: its own, and the error texts of its fields. */
export function textKeysOf({ title, keys, fields = [] }: ScreenTexts): MessageKey[] {
  const errors = (Object.keys(MESSAGES) as MessageKey[]).filter((key) =>
    fields.some((field) => key.startsWith(`errors.${field}.`)),
  );
  return [title, ...keys, ...errors];
}

/**
 * Picks a screen's texts in the language of the translation.
 * @throws when the screen does not have a texts.ts
 */
export function sentTexts(name: ScreenName, translate: Translate): SentTexts {
  const texts = textsOf(name);
  if (!texts) throw new Error(`src/client-area/${SCREENS[name].slug}/texts.ts is missing`);
  return { title: translate(texts.title), texts: pickTexts(translate, textKeysOf(texts)) };
}
