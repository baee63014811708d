import type { PageContext } from '#blocks/page-context.ts';
import { LANGUAGE_TAGS, localePath, otherLocale } from '#i18n/locale.ts';
import { CLIENT_TYPE_KEY } from '#stores/remembered-client.ts';
import { SEEN_KEY } from '#stores/seen-answers.ts';
import { COOKIES_OF_A_CLIENT } from '#stores/selection-cookies.ts';
import { FIRST_NAME_KEY } from '#stores/session.ts';
import { publicSiteUrl } from '../public-site.ts';

/** The texts and data of the client's menu. Loaded for clients only. */
export interface AccountTexts {
  /** The button's label until the name is known. */
  readonly button: string;
  /** Name of the menu, for screen readers. */
  readonly menu: string;
  /** "My Profile: {name}". */
  readonly of: string;
  readonly links: readonly {
    readonly href: string;
    readonly text: string;
    readonly lang?: string;
    /** `unread`: shows the number of notifications. */
    readonly className?: string;
  }[];
  /** The logo's target: `/application/` redirects to the client's next screen (design §8). */
  readonly next: string;
  readonly logOut: string;
  /** The address that logging out leads to. */
  readonly leave: string;
  /** Removed on logging out. */
  readonly cookies: readonly string[];
  /** Storage keys, removed on logging out; the first is the client's first name. */
  readonly keys: readonly [name: string, ...others: string[]];
}

/**
 * Builds the menu's texts in a page's language. The first two links are those of product-spec §2; below 992 px the menu
 * has the other language too.
 */
export function accountTexts({ t, locale }: Pick<PageContext, 't' | 'locale'>): AccountTexts {
  const other = otherLocale(locale);
  return {
    button: t('header_account'),
    menu: t('header_my_account'),
    of: t('header_account_of'),
    links: [
      { href: localePath(locale, 'profile'), text: t('header_my_loans') },
      { href: localePath(locale, 'profile/settings'), text: t('header_my_profile') },
      { href: localePath(locale, 'profile/notifications'), text: t('header_notifications'), className: 'unread' },
      { href: localePath(other, ''), text: t('header_other_language'), lang: LANGUAGE_TAGS[other] },
    ],
    next: localePath(locale, 'application'),
    logOut: t('header_log_out'),
    leave: publicSiteUrl(locale),
    cookies: ['auth', ...COOKIES_OF_A_CLIENT],
    keys: [FIRST_NAME_KEY, CLIENT_TYPE_KEY, SEEN_KEY],
  };
}
