import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The exports of Astro's bundle (astro/dist/core/build/app.js). */
export interface PageApp {
  setInternals(internals: unknown): void;
  setOptions(options: unknown): void;
  /** Its cached list of pages. */
  readonly routeCache: { clearAll(): void };
  render(request: Request, options: { readonly routeData: unknown }): Promise<Response>;
}

interface Route {
  readonly type: string;
  readonly component: string;
}

export interface PagePath {
  readonly pathname: string;
  readonly route: Route;
  readonly key: string;
  readonly file: string;
}

/** The files kept by .config/keep-renderer.mjs. */
export interface KeptRenderer {
  readonly key: string;
  readonly site: string;
  readonly styles: readonly (readonly [string, unknown])[];
  readonly scripts: readonly unknown[];
}

export interface LoadedRenderer {
  readonly kept: KeptRenderer;
  readonly app: PageApp;
}

/** Loads the kept bundle of a data folder. @throws Error when there is none */
export async function loadRenderer(dataDir: string): Promise<LoadedRenderer> {
  const folder = join(dataDir, 'renderer');
  const kept = JSON.parse(await readFile(join(folder, 'renderer.json'), 'utf8')) as KeptRenderer;
  const entry = (await readdir(join(folder, 'code'))).find((name) => name.startsWith('prerender-entry.'));
  if (!entry) throw new Error('the renderer has no entry');
  const { app } = (await import(pathToFileURL(join(folder, 'code', entry)).href)) as { app: PageApp };
  await import('astro/runtime/prerender/static-paths.js');
  app.setInternals({ pagesByKeys: new Map(kept.styles.map(([page, styles]) => [page, { styles }])) });
  app.setOptions({
    settings: { scripts: kept.scripts },
    logger: { options: { destination: { write: () => true } } },
  });
  return { kept, app };
}

/**
 * Every page of the site in Astro's order; of two with the same path the first counts.
 * @param otherKey the key of pages without a story
 */
export async function listPages(app: PageApp, otherKey: string): Promise<PagePath[]> {
  const { StaticPaths } = (await import('astro/runtime/prerender/static-paths.js')) as unknown as {
    StaticPaths: new (
      app: PageApp,
    ) => {
      getAll(): Promise<{ pathname: string; route: Route; cacheKey?: string }[]>;
    };
  };
  const pages = new Map<string, PagePath>();
  for (const { pathname, route, cacheKey } of await new StaticPaths(app).getAll()) {
    const file = fileOf(pathname, route);
    if (!pages.has(file)) pages.set(file, { pathname, route, file, key: cacheKey ?? otherKey });
  }
  return [...pages.values()];
}

/** The output file of a page under `build.format: 'directory'`. */
function fileOf(pathname: string, { type }: Route): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (type === 'endpoint') return path;
  if (path === '') return 'index.html';
  return path === '404' || path === '500' ? `${path}.html` : `${path}/index.html`;
}

/** Renders a page to text, before post-processing. @throws Error when the response is no page */
export async function renderPage({ app, kept }: LoadedRenderer, { pathname, route, file }: PagePath): Promise<string> {
  const path = route.type === 'endpoint' ? file : `${pathname.replace(/^\/|\/$/g, '')}/`.replace(/^\/$/, '');
  const response = await app.render(new Request(new URL(`/${path}`, kept.site)), { routeData: route });
  if (response.status >= 300 && response.status !== 404 && response.status !== 500) {
    throw new Error(`page /${file} answered ${response.status}`);
  }
  return response.text();
}

/** The build's settings; plain JavaScript, because Astro's configuration loads them. */
export async function buildConfig<Module>(repoDir: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(repoDir, '.config', file)).href)) as Module;
}
