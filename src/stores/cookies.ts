/** Reading and removing cookies, for what every page of the client area carries: js-cookie would be four times as much. */
export function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const pair = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}

/** Takes a cookie of the whole site away. */
export function removeCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that people here still use
  document.cookie = `${name}=; Path=/; Max-Age=0`;
}
