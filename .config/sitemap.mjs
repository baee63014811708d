import { dirname } from 'node:path/posix';
import sitemap from '@astrojs/sitemap';
import { isListed, pageKind } from '../src/api/page-kind.ts';
import { DEFAULT_LOCALE, LANGUAGE_TAGS, withoutLocale } from '../src/i18n/locale.ts';
import { listStories } from '../src/storyblok/mirror.ts';

export function siteSitemap() {
  return sitemap({
    i18n: { defaultLocale: DEFAULT_LOCALE, locales: LANGUAGE_TAGS },
    filter: (page) => isListed(new URL(page).pathname),
    serialize: (item) => {
      const lastmod = publishedAt(new URL(item.url).pathname);
      return lastmod ? { ...item, lastmod } : item;
    },
  });
}

/**
 * Finds when the text of a page was last published: that of its story, which a page of one question shares. A new price or
 * date on a page is not a change that search engines should come for. Undefined for pages without a story.
 */
function publishedAt(pathname) {
  // Forms are pages of their own, also below the address of a story.
  if (pageKind(pathname) === 'strict') return undefined;
  const slug = withoutLocale(pathname).replace(/^\/|\/$/g, '');
  const stories = pageStories(listStories());
  const story = stories.get(slug) ?? stories.get(dirname(slug));
  return story?.publishedAt ?? undefined;
}

let bySlug;

/** Each page of the site asks: of ten thousand, none may look through all stories. */
function pageStories(stories) {
  if (bySlug?.of !== stories) {
    const pages = stories.filter(({ component }) => component === 'page');
    bySlug = { of: stories, table: new Map(pages.map((story) => [story.slug, story])) };
  }
  return bySlug.table;
}
