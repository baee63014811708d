/** `/client-area-texts/header.json`, `/en/…`: the client's menu, for pages that were built for visitors too. */
import type { APIRoute } from 'astro';
import { readPageContext } from '#blocks/read-page.ts';
import { type Locale, localeRoutes } from '#i18n/locale.ts';
import { accountTexts } from '#layouts/account/account-texts.ts';
import { keyed } from '#storyblok/mirror.ts';

export const getStaticPaths = () => keyed(localeRoutes());

export const GET: APIRoute = ({ props }) => {
  const { locale } = props as { readonly locale: Locale };
  return Response.json(accountTexts(readPageContext('header', locale)));
};
