import type { PageContext } from '#blocks/page-context.ts';

/** What a page tells its layout. */
export interface DocumentProps {
  readonly page: PageContext;
  /** Without the site's name: it is added. */
  readonly title: string;
  readonly description: string;
  /** The page's path without its language: '' for home, `tarifas`, `application/new-client`. */
  readonly path: string;
  /** CSS of the blocks on this page, one text per block. */
  readonly styles?: readonly string[];
  readonly noIndex?: boolean;
  /** Path of the page that search engines take this one for; its own, unless told. */
  readonly canonicalPath?: string | undefined;
  /** Stays what it is in maintenance: the law wants the complaints book open (domain 2.21). */
  readonly alwaysOpen?: boolean;
  /** Home only: the first thing it shows is a large heading. */
  readonly preloadFont?: boolean;
}
