import type { APIRoute } from 'astro';
import { readPageContext } from '#blocks/read-page.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { securityTxt } from '#layouts/security-txt.ts';

/** Answers as `/.well-known/security.txt`, because no folder of a release begins with a dot. */
export const GET: APIRoute = ({ site }) => {
  const { settings, businessDate } = readPageContext('home', DEFAULT_LOCALE);
  return new Response(securityTxt({ email: settings.email, businessDate, site: String(site) }));
};
