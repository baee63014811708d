/** An origin only to resolve against: no request goes there. */
const ANY_SITE = 'https://site.invalid';

/** The longest address we make; a longer one was not made by us. */
const MAX_LENGTH = 4_000;

// A browser drops tabs and line breaks from an address and reads `\` as `/`: `/<tab>/evil.example` leaves the site.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const READ_OTHERWISE_BY_BROWSERS = /[\u0000-\u001f\u007f\\]/;

/**
 * Reads the path and query of an address inside this site, as a browser will read them; undefined for every other text.
 * All navigation and every redirect from text that somebody sent must go through here: the text is resolved as browsers
 * do, and only what stays on the same origin is kept. An anchor is dropped.
 */
export function sitePath(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !text.startsWith('/') || READ_OTHERWISE_BY_BROWSERS.test(text)) return undefined;
  let url: URL;
  try {
    url = new URL(text, ANY_SITE);
  } catch {
    return undefined;
  }
  // `/.//evil.example` is on our origin, and its path, read again, is another host.
  if (url.origin !== ANY_SITE || url.username !== '' || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search;
}
