import Cookies from 'js-cookie';
import { TAG_SCRIPT_ORIGIN } from './tag-manager-hosts.ts';

interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createScriptURL: (url: string) => string }): unknown;
}
declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/** Loads the containers once, and only after consent (domain 2.19). */
export function loadTagManagers(ids: readonly string[]): void {
  if (window.dataLayer) return;
  window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }];
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL });
  for (const id of ids) {
    const script = document.createElement('script');
    script.async = true;
    script.src = `${TAG_SCRIPT_ORIGIN}/gtm.js?id=${id}`;
    document.head.append(script);
  }
}

/** Lets a container load further scripts from its own host only. */
function createScriptURL(url: string): string {
  if (new URL(url, location.href).origin === TAG_SCRIPT_ORIGIN) return url;
  throw new TypeError(`a tag manager asked for ${url}`);
}

/** Removes the cookies of the containers' tags after a withdrawal. */
export function removeTagCookies(): void {
  const parents = location.hostname.split('.').map((_, index, labels) => labels.slice(index).join('.'));
  for (const name of Object.keys(Cookies.get())) {
    if (!/^_(?:ga|gid|gat|gcl)/.test(name)) continue;
    Cookies.remove(name);
    for (const domain of parents) Cookies.remove(name, { domain });
  }
}
