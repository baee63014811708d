import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What Astro's bundle gives (astro/dist/core/build/app.js). */
export interface PageApp {
  setInternals(internals: unknown): void;
  setOptions(options: unknown): void;
  /** What it remembers of the list of pages. */
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

/** What .config/keep-renderer.mjs has kept. */
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

/** The bundle that was kept in a data folder, ready to render. @throws Error when there is none */
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
 * Every page of the site as Astro would render it, in its order; of two with one address the first counts.
 * @param otherKey the key of a page that brings none of its own
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

/** Where a page of `build.format: 'directory'` stands in the output. */
function fileOf(pathname: string, { type }: Route): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (type === 'endpoint') return path;
  if (path === '') return 'index.html';
  return path === '404' || path === '500' ? `${path}.html` : `${path}/index.html`;
}

/** What the page is as text, before it is finished. @throws Error when it does not come out as a page */
export async function renderPage({ app, kept }: LoadedRenderer, { pathname, route, file }: PagePath): Promise<string> {
  const path = route.type === 'endpoint' ? file : `${pathname.replace(/^\/|\/$/g, '')}/`.replace(/^\/$/, '');
  const response = await app.render(new Request(new URL(`/${path}`, kept.site)), { routeData: route });
  if (response.status >= 300 && response.status !== 404 && response.status !== 500) {
    throw new Error(`page /${file} answered ${response.status}`);
  }
  return response.text();
}

/** The build's own settings; they are plain JavaScript because Astro's configuration loads them. */
export async function buildConfig<Module>(repoDir: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(repoDir, '.config', file)).href)) as Module;
}
