import { createContext, useContext } from 'react';

/** Facts of the site that screens need; part of every page of the client area. */
export interface Site {
  readonly name: string;
  /** The address that logging out and the logo lead to (product-spec §4). */
  readonly publicSiteUrl: string;
  /** Contact channels, the quickest first; from the content's global settings. */
  readonly contacts: readonly { readonly text: string; readonly href: string }[];
}

export const SiteContext = createContext<Site>({ name: '', publicSiteUrl: '/', contacts: [] });

export function useSite(): Site {
  return useContext(SiteContext);
}
