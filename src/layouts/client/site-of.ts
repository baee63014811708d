import { phoneHref, phoneWords, whatsappHref } from '#blocks/contact-links.ts';
import type { PageContext } from '#blocks/page-context.ts';
import { publicSiteUrl } from '../public-site.ts';

/** Picks the site's facts for screens from the content's global settings. */
export function siteOf({ settings, locale, t }: PageContext) {
  const { whatsapp, phone, email } = settings;
  const contacts = [
    whatsapp && { text: `${t('contacts_whatsapp')} ${phoneWords(whatsapp)}`, href: whatsappHref(whatsapp) },
    phone && { text: phoneWords(phone), href: phoneHref(phone) },
    { text: email, href: `mailto:${email}` },
  ].filter((contact) => typeof contact === 'object');
  return { name: settings.site_name, publicSiteUrl: publicSiteUrl(locale), contacts };
}
