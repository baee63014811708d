import UAParser from 'ua-parser-js';

/** A readable name of a browser: `Chrome, Android`. Null when the user agent is unknown. */
export function deviceName(userAgent: string): string | null {
  const { browser, os } = new UAParser(userAgent).getResult();
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return known.length > 0 ? known.join(', ') : null;
}
