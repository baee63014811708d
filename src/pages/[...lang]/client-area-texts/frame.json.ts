/** `/client-area-texts/frame.json`, `/en/…`: the client area's frame data, for pages that were built for visitors. */
import type { APIRoute } from 'astro';
import { readPageContext } from '#blocks/read-page.ts';
import type { SentFrame } from '#client-area/calculator/embed.tsx';
import { frameTextKeys } from '#client-area/texts/frame-texts.ts';
import { type Locale, localeRoutes } from '#i18n/locale.ts';
import { pickTexts } from '#i18n/translate.ts';
import { siteOf } from '#layouts/client/site-of.ts';
import { keyed } from '#storyblok/mirror.ts';

export const getStaticPaths = () => keyed(localeRoutes());

export const GET: APIRoute = ({ props }) => {
  const { locale } = props as { readonly locale: Locale };
  const page = readPageContext('frame', locale);
  const sent: SentFrame = { texts: pickTexts(page.t, frameTextKeys()), site: siteOf(page) };
  return Response.json(sent);
};
