/**
 * Renders what changed, in a process of its own: its memory and the bundle's caches go with it. Called with one argument,
 * the JSON of a `RendererPlace`; it loads the bundle, practises, says so, and waits to be sent a `RenderOrder`. The last
 * line it prints is the JSON of a `RenderAnswer`.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openMirror } from '#storyblok/mirror.ts';
import { writeWhole } from '#storyblok/write-file.ts';
import type { PageFailure, RenderAnswer, RendererPlace, RenderOrder } from './page-renderer.ts';
import {
  digestOf,
  factsOf,
  type PageFacts,
  readManifest,
  readSite,
  type SiteManifest,
  writeManifest,
} from './site-manifest.ts';

/** More would only repeat what is wrong. */
const TOLD_FAILURES = 20;

/** What Astro's bundle gives (astro/dist/core/build/app.js). */
interface PageApp {
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

interface PagePath {
  readonly pathname: string;
  readonly route: Route;
  readonly key: string;
  readonly file: string;
}

/** What .config/keep-renderer.mjs has kept. */
interface KeptRenderer {
  readonly key: string;
  readonly site: string;
  readonly styles: readonly (readonly [string, unknown])[];
  readonly scripts: readonly unknown[];
}

async function main(place: RendererPlace): Promise<RenderAnswer> {
  const { dataDir } = place;
  const folder = join(dataDir, 'renderer');
  const kept = JSON.parse(await readFile(join(folder, 'renderer.json'), 'utf8')) as KeptRenderer;
  const app = await loadApp(folder, kept);
  if (!isOrdered) await practise(app, { place, kept });
  process.send?.('ready');
  const order = await ordered();
  const paths = await listPages(app, openMirror(join(dataDir, 'mirror')).pageKey());
  const manifestPath = join(dataDir, 'site.json');
  if (order === 'take-stock') {
    const keys = new Map(paths.map(({ file, key }) => [file, key]));
    const site = await readSite(join(dataDir, 'dist'), { codeKey: kept.key, keys });
    await writeManifest(manifestPath, site);
    return { kind: 'rendered', rendered: site.pages.size, removed: 0, failures: [] };
  }
  const before = readManifest(manifestPath);
  if (before?.codeKey !== kept.key) throw new Error('the site is of other code than the renderer');
  return bringUpToDate({ place, kept, app, paths, before, manifestPath });
}

/**
 * Lists the pages and renders the first one while nobody waits: it reads and compiles the code of all pages. What is
 * published after it must show, so that nothing of it is kept; a text that changes meanwhile means another process
 * (page-renderer.ts).
 */
async function practise(
  app: PageApp,
  { place, kept }: { readonly place: RendererPlace; readonly kept: KeptRenderer },
): Promise<void> {
  try {
    const paths = await listPages(app, openMirror(join(place.dataDir, 'mirror')).pageKey());
    const home = paths.find(({ file }) => file === 'index.html');
    if (home && !isOrdered) await render(app, home, kept.site);
    await config(place.repoDir, 'finish-pages.mjs');
  } catch {
    // There may be no content that renders: what is wrong is told when it is asked for.
  }
  app.routeCache.clearAll();
}

/** Until then it only holds itself ready; whoever started it may also never come. */
function ordered(): Promise<RenderOrder> {
  process.channel?.ref();
  return orders;
}

async function loadApp(folder: string, kept: KeptRenderer): Promise<PageApp> {
  const entry = (await readdir(join(folder, 'code'))).find((name) => name.startsWith('prerender-entry.'));
  if (!entry) throw new Error('the renderer has no entry');
  const { app } = (await import(pathToFileURL(join(folder, 'code', entry)).href)) as { app: PageApp };
  await import('astro/runtime/prerender/static-paths.js');
  app.setInternals({ pagesByKeys: new Map(kept.styles.map(([page, styles]) => [page, { styles }])) });
  app.setOptions({
    settings: { scripts: kept.scripts },
    logger: { options: { destination: { write: () => true } } },
  });
  return app;
}

/** Every page of the site as Astro would render it, in its order; of two with one address the first counts. */
async function listPages(app: PageApp, otherKey: string): Promise<PagePath[]> {
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

interface Work {
  readonly place: RendererPlace;
  readonly kept: KeptRenderer;
  readonly app: PageApp;
  readonly paths: readonly PagePath[];
  readonly before: SiteManifest;
  readonly manifestPath: string;
}

async function bringUpToDate({ place, kept, app, paths, before, manifestPath }: Work): Promise<RenderAnswer> {
  const distDir = join(place.dataDir, 'dist');
  const pendingPath = join(place.dataDir, 'rendering.json');
  const interrupted = new Set(await readPending(pendingPath));
  const stale = paths.filter(({ file, key }) => before.pages.get(file)?.key !== key || interrupted.has(file));
  const wanted = new Set(paths.map(({ file }) => file));
  const gone = [...new Set([...before.pages.keys(), ...interrupted])].filter((file) => !wanted.has(file));
  const isUpToDate = stale.length === 0 && gone.length === 0 && interrupted.size === 0;
  if (isUpToDate) return { kind: 'rendered', rendered: 0, removed: 0, failures: [] };

  // Whoever finds this file knows which pages the manifest may be wrong about.
  await writeWhole(pendingPath, JSON.stringify([...stale.map(({ file }) => file), ...gone]));
  const site = { files: new Map(before.files), pages: new Map<string, PageFacts>(before.pages) };
  for (const file of gone) {
    await rm(join(distDir, file), { force: true });
    site.files.delete(file);
    site.pages.delete(file);
  }
  const failures = await renderAll(stale, { app, kept, distDir, site, place, interrupted });
  // Whoever was killed may have written a sitemap of pages that are not, or no more, wanted.
  if (gone.length > 0 || interrupted.size > 0 || stale.some(({ file }) => !before.pages.has(file))) {
    await renewSitemap({ place, kept, paths, distDir, files: site.files });
  }
  await writeManifest(manifestPath, { codeKey: kept.key, ...site });
  await rm(pendingPath, { force: true });
  return {
    kind: 'rendered',
    rendered: stale.length - failures.length,
    removed: gone.filter((file) => before.pages.has(file)).length,
    failures: failures.slice(0, TOLD_FAILURES),
  };
}

async function readPending(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '[]');
  return JSON.parse(text) as string[];
}

interface Renderer {
  readonly app: PageApp;
  readonly kept: KeptRenderer;
  readonly distDir: string;
  readonly site: { readonly files: Map<string, string>; readonly pages: Map<string, PageFacts> };
  readonly place: RendererPlace;
  /** Pages whose file may not be what the manifest says. */
  readonly interrupted: ReadonlySet<string>;
}

/** A page that cannot be rendered stays as it was; the others go on. */
async function renderAll(stale: readonly PagePath[], to: Renderer): Promise<PageFailure[]> {
  const failures: PageFailure[] = [];
  const { pageFinisher } = await config<{ pageFinisher(outDir: string): Promise<(html: string) => Promise<string>> }>(
    to.place.repoDir,
    'finish-pages.mjs',
  );
  const finish = await pageFinisher(`${to.distDir}/`);
  for (const page of stale) {
    const body = await render(to.app, page, to.kept.site).catch((error: unknown) => {
      failures.push({ file: page.file, reason: error instanceof Error ? error.message : String(error) });
      return undefined;
    });
    if (body === undefined) continue;
    const text = page.file.endsWith('.html') ? await finish(body) : body;
    const digest = digestOf(text);
    to.site.pages.set(page.file, factsOf(text, page.key));
    if (to.site.files.get(page.file) === digest && !to.interrupted.has(page.file)) continue;
    to.site.files.set(page.file, digest);
    await mkdir(dirname(join(to.distDir, page.file)), { recursive: true });
    await writeFile(join(to.distDir, page.file), text);
  }
  return failures;
}

async function render(app: PageApp, { pathname, route, file }: PagePath, site: string): Promise<string> {
  const path = route.type === 'endpoint' ? file : `${pathname.replace(/^\/|\/$/g, '')}/`.replace(/^\/$/, '');
  const response = await app.render(new Request(new URL(`/${path}`, site)), { routeData: route });
  if (response.status >= 300 && response.status !== 404 && response.status !== 500) {
    throw new Error(`page /${file} answered ${response.status}`);
  }
  return response.text();
}

async function renewSitemap(of: {
  readonly place: RendererPlace;
  readonly kept: KeptRenderer;
  readonly paths: readonly PagePath[];
  readonly distDir: string;
  readonly files: Map<string, string>;
}): Promise<void> {
  const { writeSitemap } = await config<{ writeSitemap(of: object): Promise<void> }>(of.place.repoDir, 'sitemap.mjs');
  const pathnames = of.paths
    .filter(({ route }) => route.type === 'page')
    .map(({ pathname }) => pathname.replace(/\/?$/, '/').replace(/^\//, ''));
  await writeSitemap({ outDirUrl: pathToFileURL(`${of.distDir}/`), site: of.kept.site, pathnames });
  for (const file of (await readdir(of.distDir)).filter((name) => /^sitemap-.*\.xml$/.test(name))) {
    of.files.set(file, digestOf(await readFile(join(of.distDir, file))));
  }
}

/** The build's own settings; they are plain JavaScript because Astro's configuration loads them. */
async function config<Module>(repoDir: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(repoDir, '.config', file)).href)) as Module;
}

let isOrdered = false;
const orders = new Promise<RenderOrder>((resolve) => {
  process.once('message', (order) => {
    isOrdered = true;
    resolve(order as RenderOrder);
  });
});
const answer = await main(JSON.parse(process.argv[2] ?? '{}') as RendererPlace).catch(
  (error: unknown): RenderAnswer => ({
    kind: 'failed',
    reason: error instanceof Error ? (error.stack ?? '') : String(error),
  }),
);
process.stdout.write(`\n${JSON.stringify(answer)}\n`, () => process.exit(0));
