import { SCREENS, type ScreenName } from '#api/screens.ts';
import type { ScreenModule } from './screen.ts';

/** Every view by its file: a screen's folder is its URL, so a screen is added by existing. */
const VIEWS = import.meta.glob<ScreenModule>('./**/*.screen.tsx');

const BY_FOLDER = new Map(
  Object.entries(VIEWS).map(([file, load]) => [file.slice(2, file.lastIndexOf('/')), load] as const),
);

/** Loads a screen's view; undefined for a name of a page that is not the client area's. */
export function viewOf(name: ScreenName): (() => Promise<ScreenModule>) | undefined {
  return BY_FOLDER.get(SCREENS[name].slug);
}

/** The screens of the client area. */
export const CLIENT_SCREENS: readonly ScreenName[] = (Object.keys(SCREENS) as ScreenName[]).filter((name) =>
  BY_FOLDER.has(SCREENS[name].slug),
);
