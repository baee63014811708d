import { spawn } from 'node:child_process';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeAtomically } from '#storyblok/write-file.ts';
import { copyCode } from '../publisher/code-copy.ts';

/** Renders one request with the built page; `locals` holds the draft. */
export type Render = (request: Request, locals: object) => Promise<Response>;

export interface PreviewBuild {
  readonly repoDir: string;
  readonly dataDir: string;
  readonly siteUrl: string;
  /** Whether Storyblok's editor frames the page, which then loads its bridge. */
  readonly isStoryblok: boolean;
  /** Changes with the code; the page is then built again. */
  readonly codeKey: string;
}

const LONGEST_BUILD_MS = 5 * 60_000;
const PREVIEW = 'src/server/publishing/preview';

/** The built page; builds it first if the code is new. @throws Error with the end of the build's output */
export async function loadPreview(build: PreviewBuild): Promise<Render> {
  const outDir = join(build.dataDir, 'preview');
  const mark = join(outDir, `built-${build.codeKey}`);
  const isBuilt = await access(mark).then(
    () => true,
    () => false,
  );
  if (!isBuilt) {
    await rm(outDir, { recursive: true, force: true });
    await runBuild(build);
    await writeAtomically(mark, '');
  }
  const entry = pathToFileURL(join(outDir, 'server/entry.mjs')).href;
  return ((await import(entry)) as { readonly render: Render }).render;
}

async function runBuild({ repoDir, dataDir, siteUrl, isStoryblok }: PreviewBuild): Promise<void> {
  // A copy of its own: the public build may be using its.
  const folder = join(dataDir, 'preview-code');
  await copyCode(repoDir, folder, [PREVIEW]);
  const words = [join(repoDir, 'node_modules/astro/bin/astro.mjs'), 'build', '--config', `${PREVIEW}/astro.config.mjs`];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    // No token is passed on: drafts come with each request.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
      DATA_DIR: dataDir,
      SITE_URL: siteUrl,
      HAS_EDITOR: isStoryblok ? 'yes' : 'no',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(LONGEST_BUILD_MS),
    killSignal: 'SIGKILL',
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`The preview could not be built:\n${output}`);
}
