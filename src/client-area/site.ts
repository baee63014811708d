import { createContext, useContext } from 'react';

/** What screens know of the site around them; it stands in every page of the client area. */
export interface Site {
  readonly name: string;
  /** Where logging out and the logo lead (product-spec §4). */
  readonly publicSiteUrl: string;
  /** How to reach people, the quickest way first; from the content's global settings. */
  readonly contacts: readonly { readonly text: string; readonly href: string }[];
}

export const SiteContext = createContext<Site>({ name: '', publicSiteUrl: '/', contacts: [] });

export function useSite(): Site {
  return useContext(SiteContext);
}
