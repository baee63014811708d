import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildConfig, type LoadedRenderer, type PagePath, renderPage } from './page-app.ts';
import type { PageFailure, RendererPlace } from './page-renderer.ts';
import { digestOf, factsOf, type PageFacts } from './site-manifest.ts';

/** Concurrent pages: Astro awaits the digests of a page's scripts. */
const PAGES_AT_ONCE = 4;

/** A page to be rendered. */
export interface PageOrder {
  readonly file: string;
  readonly key: string;
  /** The known digest of its file: identical output is not written again. */
  readonly digest: string | undefined;
}

export interface RenderedPage {
  readonly file: string;
  readonly digest: string;
  readonly facts: PageFacts;
}

/** The result for some pages; a page that failed keeps its previous file. */
export interface RenderedBatch {
  readonly pages: readonly RenderedPage[];
  readonly failures: readonly PageFailure[];
}

/** @throws Error when the output cannot be written */
export type BatchRenderer = (batch: readonly PageOrder[]) => Promise<RenderedBatch>;

/** Renders pages into the build folder. @param paths all pages of the site */
export async function createBatchRenderer(
  { repoDir, dataDir }: RendererPlace,
  renderer: LoadedRenderer,
  paths: readonly PagePath[],
): Promise<BatchRenderer> {
  const distDir = join(dataDir, 'dist');
  const byFile = new Map(paths.map((page) => [page.file, page]));
  const { pageFinisher } = await buildConfig<Finishing>(repoDir, 'finish-pages.mjs');
  const finish = await pageFinisher(`${distDir}/`);

  async function text(file: string): Promise<string> {
    const page = byFile.get(file);
    if (!page) throw new Error(`there is no page /${file}`);
    const body = await renderPage(renderer, page);
    return file.endsWith('.html') ? finish(body) : body;
  }

  return async (batch) => {
    const pages: RenderedPage[] = [];
    const failures: PageFailure[] = [];
    const left = [...batch];
    const lane = async (): Promise<void> => {
      for (let order = left.shift(); order; order = left.shift()) {
        const { file, key, digest: known } = order;
        const content = await text(file).catch((error: unknown) => {
          failures.push({ file, reason: error instanceof Error ? error.message : String(error) });
          return undefined;
        });
        if (content === undefined) continue;
        const digest = digestOf(content);
        pages.push({ file, digest, facts: factsOf(content, key) });
        if (digest !== known) write(join(distDir, file), content);
      }
    };
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, lane));
    return { pages, failures };
  };
}

/** Synchronous: a rendering thread has nothing else to do, and the thread pool would cost more than the write. */
function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

interface Finishing {
  pageFinisher(outDir: string): Promise<(html: string) => Promise<string>>;
}
