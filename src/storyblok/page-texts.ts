import i18next from 'i18next';
import type { Locale } from '#i18n/locale.ts';
import { MESSAGE_SETS, MESSAGES } from '#i18n/messages.ts';
import { fill, type Translate } from '#i18n/translate.ts';

/**
 * The texts of the pages: the only module that knows astro-i18next, which initialises i18next with the synced
 * translation files before any page renders. Our own `fill` inserts the values, because texts contain `{amount}` and
 * the spec's `#amount`, which i18next does not know. Other modules use `Translate`.
 */
export function pageTranslator(locale: Locale): Translate {
  if (!i18next.isInitialized) throw new Error('i18next is not initialised: pages render inside `astro build` only');
  const ns = Object.keys(MESSAGE_SETS);
  return (key, values) => fill(i18next.t(key, { lng: locale, ns, defaultValue: MESSAGES[key].en }), values);
}
