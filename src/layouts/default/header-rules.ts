import type { MessageKey } from '#i18n/messages.ts';

/** Paths without language and without slashes at the ends. */
const SIGN_IN_PATHS: readonly string[] = ['sign-in', 'application/existing-client'];

/**
 * The header's link for people without a session (product-spec §2): on sign-in and existing-client it leads back,
 * anywhere else to sign-in.
 */
export function headerLink(path: string): { readonly label: MessageKey; readonly slug: string } {
  return SIGN_IN_PATHS.includes(path)
    ? { label: 'header_back', slug: '' }
    : { label: 'header_client', slug: 'sign-in' };
}

/** The main navigation is hidden while somebody applies, except on the last screen (product-spec §2). */
export function showsNavigation(path: string): boolean {
  return !path.startsWith('application/') || path === 'application/completed';
}

/** Who is signed in goes on with their next screen by the logo, except from their loans (product-spec §2). */
export function logoLeadsOn(path: string): boolean {
  return path !== 'profile';
}
