import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import type { SeedContent } from './seed-content.ts';

/** Run through npx: as a dependency it would add 238 MB to every machine (decision 100). */
const CLI = 'storyblok@4.22.0';

/** To find, fetch and run a program. Its publisher and its dependencies get no secret of the shell. */
const NEEDED_OF_SHELL = /^(?:PATH|HOME|TMPDIR|NODE_EXTRA_CA_CERTS|npm_config_.+|(?:https?|all|no)_proxy)$/i;

export interface CliRun {
  readonly seed: Pick<SeedContent, 'components' | 'datasources'>;
  /** Has the stories. */
  readonly seedDir: string;
  readonly spaceId: string;
  readonly region: string;
  readonly token: string;
  /** Runs a program; by default through npm. */
  readonly run?: RunProgram;
}

export type RunProgram = (
  words: readonly string[],
  options: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
) => Promise<{ readonly code: number; readonly output: string }>;

/** In this order: a story is refused before its components exist. */
export const STEPS = [
  { what: 'components', words: ['components', 'push'] },
  { what: 'datasources', words: ['datasources', 'push'] },
  { what: 'stories', words: ['stories', 'push', '--publish'] },
] as const;

/**
 * Pushes components, datasources and stories with the official CLI, from a copy, because the CLI writes logs and
 * manifests beside its input.
 * @throws Error with the end of the CLI's output
 */
export async function pushWithCli(cli: CliRun, onStep: (what: string) => void): Promise<void> {
  const { seed, seedDir, spaceId, region, token, run = runNpm } = cli;
  const cwd = await mkdtemp(join(tmpdir(), 'manay-content-push-'));
  try {
    await cp(seedDir, join(cwd, '.storyblok'), { recursive: true });
    for (const what of ['components', 'datasources'] as const) {
      await writeAtomically(join(cwd, '.storyblok', what, 'manay', `${what}.json`), JSON.stringify(seed[what]));
    }
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED_OF_SHELL.test(name))),
      // The CLI's variable for a personal token; our variable of that name is the space's.
      STORYBLOK_LOGIN: process.env['STORYBLOK_LOGIN'] ?? 'content-push',
      STORYBLOK_TOKEN: token,
      STORYBLOK_REGION: region,
      NO_COLOR: '1',
    };
    for (const { what, words } of STEPS) {
      onStep(what);
      const command = [...words, '--space', spaceId, '--from', 'manay', '--region', region];
      const { code, output } = await run(command, { env, cwd });
      if (code !== 0 || hasFailed(output)) {
        throw new Error(`The Storyblok CLI could not push the ${what}:\n${plain(output).slice(-1_500)}`);
      }
    }
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** The CLI exits with 0 although some of its requests failed. */
export function hasFailed(output: string): boolean {
  return /\b[1-9]\d* (?:\w+ )?failed\b|✖|▲ error/i.test(plain(output));
}

/** Without the terminal's control codes. */
function plain(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is taken out
  return output.replace(/\u001b\[[\d;]*[A-Za-z]/g, '').replaceAll('\r', '\n');
}

const runNpm: RunProgram = (words, { env, cwd }) => {
  const child = spawn('npm', ['exec', '--yes', '--loglevel=error', `--package=${CLI}`, '--', 'storyblok', ...words], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
};
