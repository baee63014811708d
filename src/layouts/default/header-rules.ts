import type { MessageKey } from '#i18n/messages.ts';

/** Paths without language and without leading and trailing slashes. */
const SIGN_IN_PATHS: readonly string[] = ['sign-in', 'application/existing-client'];

/**
 * Chooses the visitors' link in the header (product-spec §2): back on sign-in and existing-client, elsewhere to
 * sign-in.
 */
export function headerLink(path: string): { readonly label: MessageKey; readonly slug: string } {
  return SIGN_IN_PATHS.includes(path)
    ? { label: 'header_back', slug: '' }
    : { label: 'header_client', slug: 'sign-in' };
}

/**
 * Tells whether the main navigation is shown: not during an application, except on its last screen (product-spec §2).
 */
export function showsNavigation(path: string): boolean {
  return !path.startsWith('application/') || path === 'application/completed';
}
