import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { type BuiltPage, scriptsOf, sumBytes, withStaticImports } from './built-site.ts';

/** The favicon is asked for with every page. */
const FAVICON = '/favicon.svg';
/** The device is read once a day and well after the page has loaded (design §7). */
const DEVICE = /device/;

/** Without guards, but nobody comes to them from a screen of visitors. */
const OPENED_BY_CLIENTS: readonly ScreenName[] = ['calculator', 'online-payment-completed'];

/** Costs of opening a screen from another one. */
export interface OpenedScreen {
  readonly name: ScreenName;
  readonly scripts: readonly string[];
  readonly bytes: number;
  /** Scripts, style sheets, and its texts. */
  readonly requests: number;
}

/** Everything a page of the client area asks for until it is idle, the page itself included. */
export function requestsOf(page: BuiltPage): string[] {
  const idle = page.idleScripts.filter((url) => !DEVICE.test(url));
  return [page.path, ...page.scripts, ...page.styles, ...page.fonts, ...page.pictures, ...idle, FAVICON];
}

/**
 * Finds what each screen asks for beyond what is there: the frame for visitors, for clients what every client has as
 * well.
 */
export function openedScreens(site: string, pages: readonly BuiltPage[]): OpenedScreen[] {
  const clientPages = pages.filter(({ html }) => html.includes('data-screen="'));
  const [first, ...others] = clientPages.map(({ scripts }) => scripts);
  const frame = (first ?? []).filter((url) => others.every((scripts) => scripts.includes(url)));
  const code = (url: string): string => readFileSync(join(site, url), 'utf8');
  const later = frame.flatMap((url) =>
    [...code(url).matchAll(/import\(["'`]\.\/([^"'`]+)["'`]\)/g)].map(([, file]) => file),
  );
  const session = later.filter((file) => !file?.startsWith('screen-')).map((file) => `/_astro/${file}`);
  const ofClients = withStaticImports(site, [...frame, ...session]);
  const scripts = scriptsOf(site);
  return (Object.keys(SCREENS) as ScreenName[]).flatMap((name) => {
    const { slug, guards } = SCREENS[name];
    const chunk = scripts.find((url) => url.startsWith(`/_astro/screen-${slug.replaceAll('/', '-')}.`));
    if (!chunk) return [];
    const there = guards.length > 0 || OPENED_BY_CLIENTS.includes(name) ? ofClients : frame;
    const added = withStaticImports(site, [chunk]).filter((url) => !there.includes(url));
    const styles = new Set(added.flatMap((url) => code(url).match(/\/_astro\/[\w.-]+\.css/g) ?? []));
    return [{ name, scripts: added, bytes: sumBytes(site, added), requests: added.length + styles.size + 1 }];
  });
}
