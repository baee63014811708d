import i18next from 'i18next';
import type { Locale } from '#i18n/locale.ts';
import { MESSAGE_SETS, MESSAGES } from '#i18n/messages.ts';
import type { Translate } from '#i18n/translate.ts';

/**
 * Gives the texts of the pages: i18next, as astro-i18next initialises it (.config/astro-i18next.cjs) with the
 * translation files that the sync writes. Other modules must use `Translate`.
 */
export function pageTranslator(locale: Locale): Translate {
  if (!i18next.isInitialized) throw new Error('i18next is not initialised: pages render inside `astro build` only');
  const t = i18next.getFixedT(locale, Object.keys(MESSAGE_SETS));
  return (key, values) => t(key, { defaultValue: MESSAGES[key].en, ...values });
}
