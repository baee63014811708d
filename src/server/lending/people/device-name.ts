import UAParser from 'ua-parser-js';

/** A browser as its owner would call it: `Chrome, Android`. Null when it does not say. */
export function deviceName(userAgent: string): string | null {
  const { browser, os } = new UAParser(userAgent).getResult();
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return known.length > 0 ? known.join(', ') : null;
}
