/**
 * Renders changed pages in a process of its own, which frees its memory and caches. Its argument is the JSON of a
 * `RendererPlace`; it loads the bundle, warms up, reports ready, and waits for a `RenderOrder`. Its last line of
 * output is the JSON of a `RenderAnswer`.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openMirror } from '#storyblok/mirror.ts';
import { writeAtomically } from '#storyblok/write-file.ts';
import { buildConfig, type LoadedRenderer, listPages, loadRenderer, type PagePath, renderPage } from './page-app.ts';
import type { PageFailure, RenderAnswer, RendererPlace, RenderOrder } from './page-renderer.ts';
import { createBatchRenderer } from './render-batch.ts';
import { renderShared, type Shares, startShares } from './render-shares.ts';
import { digestOf, type PageFacts, readManifest, readSite, type SiteManifest, writeManifest } from './site-manifest.ts';

/** Further failures would repeat the same reasons. */
const TOLD_FAILURES = 20;

async function main(place: RendererPlace): Promise<RenderAnswer> {
  const { dataDir } = place;
  const renderer = await loadRenderer(dataDir);
  if (!isOrdered) await practise(renderer, place);
  process.send?.('ready');
  const order = await ordered();
  const paths = await listPages(renderer.app, openMirror(join(dataDir, 'mirror')).pageKey());
  const manifestPath = join(dataDir, 'site.json');
  const before = await siteBefore(order, { dataDir, manifestPath, codeKey: renderer.kept.key });
  return bringUpToDate({ place, renderer, paths, before, manifestPath });
}

/** The manifest of the existing site. @throws Error when it was built with other code */
async function siteBefore(
  order: RenderOrder,
  of: { readonly dataDir: string; readonly manifestPath: string; readonly codeKey: string },
): Promise<SiteManifest> {
  if (order === 'render-all') return readSite(join(of.dataDir, 'dist'), { codeKey: of.codeKey });
  const before = readManifest(of.manifestPath);
  if (before?.codeKey !== of.codeKey) throw new Error('the site is of other code than the renderer');
  return before;
}

/**
 * Warm-up: lists the pages and renders the first one, which compiles the code of all pages. The result is discarded,
 * because later changes must show; if the texts change, another process is started (page-renderer.ts).
 */
async function practise(renderer: LoadedRenderer, place: RendererPlace): Promise<void> {
  try {
    const paths = await listPages(renderer.app, openMirror(join(place.dataDir, 'mirror')).pageKey());
    const home = paths.find(({ file }) => file === 'index.html');
    if (home && !isOrdered) await renderPage(renderer, home);
    await buildConfig(place.repoDir, 'finish-pages.mjs');
  } catch {
    // The content may not be renderable; errors are reported when rendering is ordered.
  }
  renderer.app.routeCache.clearAll();
}

/** Waits for the order; it may never come. */
function ordered(): Promise<RenderOrder> {
  process.channel?.ref();
  return orders;
}

interface Work {
  readonly place: RendererPlace;
  readonly renderer: LoadedRenderer;
  readonly paths: readonly PagePath[];
  readonly before: SiteManifest;
  readonly manifestPath: string;
}

async function bringUpToDate({ place, renderer, paths, before, manifestPath }: Work): Promise<RenderAnswer> {
  const distDir = join(place.dataDir, 'dist');
  const pendingPath = join(place.dataDir, 'rendering.json');
  const interrupted = new Set(await readPending(pendingPath));
  const stale = paths.filter(({ file, key }) => before.pages.get(file)?.key !== key || interrupted.has(file));
  const wanted = new Set(paths.map(({ file }) => file));
  const gone = [...new Set([...before.pages.keys(), ...interrupted])].filter((file) => !wanted.has(file));
  const isUpToDate = stale.length === 0 && gone.length === 0 && interrupted.size === 0;
  if (isUpToDate) return { kind: 'rendered', rendered: 0, removed: 0, failures: [] };

  // While this file exists, the manifest may be wrong about the pages it names.
  await writeAtomically(pendingPath, JSON.stringify([...stale.map(({ file }) => file), ...gone]));
  const site = { files: new Map(before.files), pages: new Map<string, PageFacts>(before.pages) };
  for (const file of gone) {
    await rm(join(distDir, file), { force: true });
    site.files.delete(file);
    site.pages.delete(file);
  }
  const failures = await renderAll(stale, { renderer, place, paths, site, interrupted });
  // A killed run may have written a sitemap with other pages.
  if (gone.length > 0 || interrupted.size > 0 || stale.some(({ file }) => !before.pages.has(file))) {
    await renewSitemap({ place, site: renderer.kept.site, paths, distDir, files: site.files });
  }
  await writeManifest(manifestPath, { codeKey: renderer.kept.key, ...site });
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

interface Rendering extends Pick<Work, 'place' | 'renderer' | 'paths'> {
  readonly site: { readonly files: Map<string, string>; readonly pages: Map<string, PageFacts> };
  /** Pages whose file may differ from the manifest. */
  readonly interrupted: ReadonlySet<string>;
}

/** A page that cannot be rendered keeps its previous file; the others are rendered. */
async function renderAll(stale: readonly PagePath[], to: Rendering): Promise<PageFailure[]> {
  const { place, renderer, paths, site, interrupted } = to;
  const failures: PageFailure[] = [];
  const orders = stale.map(({ file, key }) => ({
    file,
    key,
    digest: interrupted.has(file) ? undefined : site.files.get(file),
  }));
  await renderShared(orders, {
    place,
    own: await createBatchRenderer(place, renderer, paths),
    started,
    take: (batch) => {
      failures.push(...batch.failures);
      for (const { file, digest, facts } of batch.pages) {
        site.files.set(file, digest);
        site.pages.set(file, facts);
      }
    },
  });
  // Threads report failures in any order.
  return failures.sort((one, other) => one.file.localeCompare(other.file));
}

async function renewSitemap(of: {
  readonly place: RendererPlace;
  readonly site: string;
  readonly paths: readonly PagePath[];
  readonly distDir: string;
  readonly files: Map<string, string>;
}): Promise<void> {
  const { writeSitemap } = await buildConfig<{ writeSitemap(of: object): Promise<void> }>(
    of.place.repoDir,
    'sitemap.mjs',
  );
  const pathnames = of.paths
    .filter(({ route }) => route.type === 'page')
    .map(({ pathname }) => pathname.replace(/\/?$/, '/').replace(/^\//, ''));
  await writeSitemap({ outDirUrl: pathToFileURL(`${of.distDir}/`), site: of.site, pathnames });
  for (const file of (await readdir(of.distDir)).filter((name) => /^sitemap-.*\.xml$/.test(name))) {
    of.files.set(file, digestOf(await readFile(join(of.distDir, file))));
  }
}

const place = JSON.parse(process.argv[2] ?? '{}') as RendererPlace;
let isOrdered = false;
let started: Shares | undefined;
const orders = new Promise<RenderOrder>((resolve) => {
  process.once('message', (order: RenderOrder) => {
    isOrdered = true;
    // The other threads load the bundle concurrently.
    if (order === 'render-all') started = startShares(place);
    resolve(order);
  });
});
const answer = await main(place).catch(
  (error: unknown): RenderAnswer => ({
    kind: 'failed',
    reason: error instanceof Error ? (error.stack ?? '') : String(error),
  }),
);
process.stdout.write(`\n${JSON.stringify(answer)}\n`, () => process.exit(0));
