/** `/client-area-texts/sign-in.json`, `/en/…`: a screen's texts, for navigation from another screen. */
import type { APIRoute } from 'astro';
import { readPageContext } from '#blocks/read-page.ts';
import { type ClientPageProps, textRoutes } from '#client-area/client-page.ts';
import { sentTexts } from '#client-area/texts/screen-texts.ts';
import { keyed } from '#storyblok/mirror.ts';

export const getStaticPaths = () => keyed(textRoutes());

export const GET: APIRoute = ({ props }) => {
  const { locale, screen } = props as ClientPageProps;
  return Response.json(sentTexts(screen, readPageContext(screen, locale).t));
};
