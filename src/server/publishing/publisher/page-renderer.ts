import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startWorker } from './worker.ts';

/** Longer than the largest site needs when its settings change. */
const LONGEST_RENDER_MS = 10 * 60_000;
/** Nobody came for it: what was published was published before. */
const LONGEST_WAIT_MS = 60_000;

/** What a renderer is started with. */
export interface RendererPlace {
  readonly repoDir: string;
  readonly dataDir: string;
}

/** What it is sent when it is to begin. `render-all`, after the code was bundled anew: there are no pages yet. */
export type RenderOrder = 'render' | 'render-all';

/** A page that cannot be rendered, and why: the sentence names story and block when a story is to blame. */
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
  /** The process could not do it at all; a whole build may. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Whether what changed can be rendered by itself. The renderer looks whether the site is of its code. */
export async function canRenderPages(dataDir: string, codeKey: string): Promise<boolean> {
  return existsSync(join(dataDir, 'site.json')) && (await isRendererKept(dataDir, codeKey));
}

/**
 * Whether a renderer of this very code was kept, in this very folder: one that was moved along with its folder reads the
 * texts of the old one.
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
   * Something was published: the process starts, loads the bundle and renders a page for practice while the publisher
   * waits for quiet. Settled when it has, or cannot.
   */
  warm(): Promise<void>;
  run(order: RenderOrder, signal: AbortSignal): Promise<RenderAnswer>;
  /** Ends a process that waits in vain. */
  stop(): void;
}

interface Waiting {
  readonly child: ChildProcess;
  readonly ending: AbortController;
  /** The bundle and the texts it has loaded. */
  readonly stamp: string;
  readonly ready: Promise<void>;
  readonly answer: Promise<RenderAnswer>;
  readonly timer: NodeJS.Timeout;
}

/** Only the variables that pages show are passed on: no secret can end up in one. */
export function createPageRenderer(
  place: RendererPlace & { readonly buildVariables: Readonly<Record<string, string>> },
): PageRenderer {
  let waiting: Waiting | undefined;

  function start(): Waiting {
    const { repoDir, dataDir } = place;
    // Before it reads anything: what is written meanwhile, it may have read or not.
    const stamp = stampOf(dataDir);
    const ending = new AbortController();
    const script = join(import.meta.dirname, 'render-pages.ts');
    const child = startWorker({
      command: [script, JSON.stringify({ repoDir, dataDir } satisfies RendererPlace)],
      repoDir,
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
 * Names the kept bundle and the translations; '' when there is no bundle. The code of a page loads the translations once,
 * when it is imported: a process that has rendered a page shows the texts of that moment for ever.
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
