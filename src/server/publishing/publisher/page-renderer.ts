import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startWorker } from './worker.ts';

/** Timeout; the largest site needs less when its settings change. */
const LONGEST_RENDER_MS = 10 * 60_000;
/** A warmed-up renderer ends after this long without an order: what was published had been published before. */
const LONGEST_WAIT_MS = 60_000;

/** The renderer's parameters. */
export interface RendererPlace {
  readonly repoDir: string;
  readonly dataDir: string;
}

/** The message that starts the rendering. `render-all` after new code was bundled: there are no pages yet. */
export type RenderOrder = 'render' | 'render-all';

/** A page that could not be rendered; the sentence names story and block if a story is at fault. */
export interface PageFailure {
  readonly file: string;
  readonly reason: string;
}

export type RenderAnswer =
  | {
      readonly kind: 'rendered';
      readonly rendered: number;
      readonly removed: number;
      readonly failures: readonly PageFailure[];
    }
  /** Rendering failed altogether; a whole build may succeed. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Whether incremental rendering is possible. The renderer itself checks that the site was built with its code. */
export async function canRenderPages(dataDir: string, codeKey: string): Promise<boolean> {
  return existsSync(join(dataDir, 'site.json')) && (await isRendererKept(dataDir, codeKey));
}

/**
 * Whether a renderer of this code was kept in this folder: after the folder was moved it would read the old folder's
 * texts.
 */
export async function isRendererKept(dataDir: string, codeKey: string): Promise<boolean> {
  const text = await readFile(join(dataDir, 'renderer/renderer.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const kept = factsFrom(text);
  if (!kept) return false;
  const isOfThis = kept.key === codeKey && kept.dataDir === resolve(dataDir);
  return isOfThis && !kept.needsMore;
}

interface RendererFacts {
  readonly key: string;
  readonly dataDir: string;
  readonly needsMore: boolean;
}

/** Undefined for a file that a power cut left empty. */
function factsFrom(text: string): RendererFacts | undefined {
  try {
    return JSON.parse(text) as RendererFacts;
  } catch {
    return undefined;
  }
}

/** Renders with the kept bundle, in a process of its own (render-pages.ts). */
export interface PageRenderer {
  /**
   * Warm-up after something was published: starts the process, which loads the bundle and renders a trial page while
   * the publisher debounces. Resolves when it is ready or has failed.
   */
  warm(): Promise<void>;
  run(order: RenderOrder, signal: AbortSignal): Promise<RenderAnswer>;
  /** Ends a waiting process. */
  stop(): void;
}

interface Waiting {
  readonly child: ChildProcess;
  readonly ending: AbortController;
  /** Identifies the loaded bundle and texts. */
  readonly stamp: string;
  readonly ready: Promise<void>;
  readonly answer: Promise<RenderAnswer>;
  readonly timer: NodeJS.Timeout;
}

/** Only the variables that pages show are passed on: no secret can end up in a page. */
export function createPageRenderer(
  place: RendererPlace & { readonly buildVariables: Readonly<Record<string, string>> },
): PageRenderer {
  let waiting: Waiting | undefined;

  function start(): Waiting {
    const { repoDir, dataDir } = place;
    // Taken before the process reads anything: later changes may or may not have been read.
    const stamp = stampOf(dataDir);
    const ending = new AbortController();
    const script = join(import.meta.dirname, 'render-pages.ts');
    const child = startWorker({
      command: [script, JSON.stringify({ repoDir, dataDir } satisfies RendererPlace)],
      folder: repoDir,
      variables: { DATA_DIR: dataDir, ...place.buildVariables },
      signal: ending.signal,
      longestMs: LONGEST_RENDER_MS,
    });
    const timer = setTimeout(() => ending.abort(), LONGEST_WAIT_MS).unref();
    const answer = answerOf(child);
    const ready = Promise.race([answer, new Promise((resolve) => child.once('message', resolve))]).then(
      () => undefined,
    );
    return { child, ending, stamp, answer, ready, timer };
  }

  function stop(): void {
    clearTimeout(waiting?.timer);
    waiting?.ending.abort();
    waiting = undefined;
  }

  return {
    warm: async () => {
      const stamp = stampOf(place.dataDir);
      if (stamp === '') return;
      if (waiting && waiting.stamp !== stamp) stop();
      const started = waiting ?? start();
      if (!waiting) {
        void started.answer.then(() => {
          if (waiting === started) waiting = undefined;
        });
      }
      waiting = started;
      await started.ready;
    },
    run: async (order, signal) => {
      if (waiting?.stamp !== stampOf(place.dataDir)) stop();
      const { child, ending, answer, timer } = waiting ?? start();
      waiting = undefined;
      clearTimeout(timer);
      signal.addEventListener('abort', () => ending.abort(), { once: true });
      if (signal.aborted) ending.abort();
      child.send(order, () => undefined);
      return answer;
    },
    stop,
  };
}

/**
 * Identifies the kept bundle and the translations; '' without a bundle. A page's code loads the translations at
 * import, so a process that has rendered a page keeps those of that moment.
 */
function stampOf(dataDir: string): string {
  const bundle = fileStamp(join(dataDir, 'renderer/renderer.json'));
  if (bundle === '') return '';
  const locales = join(dataDir, 'locales');
  const texts = existsSync(locales) ? readdirSync(locales, { recursive: true, encoding: 'utf8' }).sort() : [];
  return [
    bundle,
    ...texts.filter((name) => name.endsWith('.json')).map((name) => fileStamp(join(locales, name))),
  ].join();
}

function fileStamp(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}

function answerOf(child: ChildProcess): Promise<RenderAnswer> {
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(-4000);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ kind: 'failed', reason: error.message }));
    child.on('close', (code) => {
      const last = output.trimEnd().split('\n').at(-1) ?? '';
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last) as RenderAnswer);
      else resolve({ kind: 'failed', reason: `the renderer ended with ${code}. ${errors}`.trim() });
    });
  });
}
