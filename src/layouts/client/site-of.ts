import type { PageContext } from '#blocks/page-context.ts';
import { publicSiteUrl } from '../public-site.ts';

/** What the screens of the client area know of the site: from the content's global settings. */
export function siteOf({ settings, locale }: PageContext) {
  return {
    name: settings.site_name,
    publicSiteUrl: publicSiteUrl(locale),
    whatsapp: settings.whatsapp,
    phone: settings.phone,
    email: settings.email,
  };
}
