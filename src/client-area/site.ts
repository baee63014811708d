import { createContext, useContext } from 'react';

/** What screens know of the site around them; it stands in every page of the client area. */
export interface Site {
  readonly name: string;
  /** Where logging out and the logo lead (product-spec §4). */
  readonly publicSiteUrl: string;
  /** How to reach people; from the content's global settings. */
  readonly whatsapp?: string | undefined;
  readonly phone?: string | undefined;
  readonly email: string;
}

export const SiteContext = createContext<Site>({ name: '', publicSiteUrl: '/', email: '' });

export function useSite(): Site {
  return useContext(SiteContext);
}
