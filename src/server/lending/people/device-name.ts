import UAParser from 'ua-parser-js';
import type { Locale } from '#i18n/locale.ts';

/** In letters, where the browser does not say what it is. */
export const UNNAMED_DEVICE: Readonly<Record<Locale, string>> = {
  es: 'un equipo sin nombre',
  en: 'a device without a name',
};

/** A readable name of a browser: `Chrome, Android`. Null when the user agent is unknown. */
export function deviceName(userAgent: string): string | null {
  const { browser, os } = new UAParser(userAgent).getResult();
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return known.length > 0 ? known.join(', ') : null;
}
