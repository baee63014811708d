import { SCREENS, type ScreenName } from '#api/screens.ts';
import type { ScreenModule } from './screen.ts';

/** All views by file name. A screen's folder is its URL, so adding the folder adds the screen. */
const VIEWS = import.meta.glob<ScreenModule>('./**/*.screen.tsx');

/** Views that were loaded for a page that is being built, because rendering it cannot wait. */
export const READY_VIEWS = new Map<ScreenName, ScreenModule['Screen']>();

/** Loads a screen's view; undefined for a page outside the client area. */
export function viewOf(name: ScreenName): (() => Promise<ScreenModule>) | undefined {
  return VIEWS[keyOf(name)];
}

/** The key of a view; a build for browsers has the name itself (.config/client-area-build.mjs). */
function keyOf(name: ScreenName): string {
  const { slug } = SCREENS[name];
  return `./${slug}/${slug.slice(slug.lastIndexOf('/') + 1)}.screen.tsx`;
}

/** The screens of the client area. */
export const CLIENT_SCREENS: readonly ScreenName[] = (Object.keys(SCREENS) as ScreenName[]).filter((name) =>
  viewOf(name),
);
