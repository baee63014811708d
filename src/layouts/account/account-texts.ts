import type { PageContext } from '#blocks/page-context.ts';
import { LANGUAGE_TAGS, localePath, otherLocale } from '#i18n/locale.ts';
import { COOKIES_OF_A_CLIENT } from '#stores/selection-cookies.ts';
import { FIRST_NAME_KEY } from '#stores/session.ts';
import { publicSiteUrl } from '../public-site.ts';

/** Everything the client's menu says and knows. Pages fetch it for clients only: visitors have no such menu. */
export interface AccountTexts {
  /** What its button says until the name is known. */
  readonly button: string;
  /** Name of the menu, for screen readers. */
  readonly menu: string;
  /** "My Profile: {name}". */
  readonly of: string;
  readonly links: readonly {
    readonly href: string;
    readonly text: string;
    readonly lang?: string;
    /** `unread`: the number of notifications stands beside it. */
    readonly className?: string;
  }[];
  /** Where the logo leads on to: `/application/` knows the client's next screen (design §8). */
  readonly next: string;
  readonly logOut: string;
  /** Where logging out leads. */
  readonly leave: string;
  /** What logging out removes. */
  readonly cookies: readonly string[];
  /** Where the browser keeps the name to greet. */
  readonly nameKey: string;
}

/** In a page's language. The first two links are those of product-spec §2; below 992 px the other language is here too. */
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
    nameKey: FIRST_NAME_KEY,
  };
}
