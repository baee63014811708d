import i18next from 'i18next';
import type { Locale } from '#i18n/locale.ts';
import { MESSAGE_SETS, MESSAGES } from '#i18n/messages.ts';
import type { Translate } from '#i18n/translate.ts';

/** Page texts: i18next by astro-i18next (.config/astro-i18next.cjs) from the sync's files; use `Translate`. */
export function pageTranslator(locale: Locale): Translate {
  if (!i18next.isInitialized) throw new Error('i18next is not initialised: pages render inside `astro build` only');
  const t = i18next.getFixedT(locale, Object.keys(MESSAGE_SETS));
  return (key, values) => t(key, { defaultValue: MESSAGES[key].en, ...values });
}
