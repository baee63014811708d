import { type Locale, localePath } from '#i18n/locale.ts';

/**
 * Gives the "external public site" of product-spec §2 and §4: `PUBLIC_SITE_URL`, or this site's home page (design §5).
 */
export function publicSiteUrl(locale: Locale): string {
  return import.meta.env['PUBLIC_SITE_URL'] || localePath(locale, '');
}
