import type { APIRoute } from 'astro';
import { readPageContext } from '#blocks/read-page.ts';
import { securityTxt } from '#layouts/security-txt.ts';

/** Answered as `/.well-known/security.txt`: no folder of a release begins with a dot. */
export const GET: APIRoute = ({ site }) => {
  const { settings, businessDate } = readPageContext('home', 'es');
  return new Response(securityTxt({ email: settings.email, businessDate, site: String(site) }));
};
