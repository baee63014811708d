import type { PageContext } from '#blocks/page-context.ts';

/** A step of the way from home to a page. */
export interface Crumb {
  readonly name: string;
  /** Without its language. */
  readonly path: string;
}

/** The props of a layout. */
export interface DocumentProps {
  readonly page: PageContext;
  /** Without the site's name, which is appended. */
  readonly title: string;
  readonly description: string;
  /** The page's path without its language: '' for home, `tarifas`, `application/new-client`. */
  readonly path: string;
  /**
   * The way from home, without home, with the page itself last: shown above the page. A way without steps is only given
   * to search engines.
   */
  readonly crumbs?: readonly Crumb[] | undefined;
  /** CSS of the blocks on this page, one text per block. */
  readonly styles?: readonly string[];
  readonly noIndex?: boolean;
  /** False: the header has neither navigation nor the clients' link, as on a landing page, which leads to one thing. */
  readonly hasNavigation?: boolean;
  /** Shown during maintenance too, because the law requires the complaints book to stay open (domain 2.21). */
  readonly alwaysOpen?: boolean;
}
