import type { APIRoute } from 'astro';

/**
 * Answers with robots.txt. The sitemap's address must be absolute, so this file is made with the build and not copied
 * from public/.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${new URL('sitemap-index.xml', site).href}\n`);
