import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';

const repoDir = resolve(import.meta.dirname, '../../..');

/** A publisher in a process of its own. */
export interface Elsewhere {
  readonly kill: () => boolean;
  /** Resolves when it has ended so many steps, or is over. */
  readonly ended: (steps: number) => Promise<void>;
  /** Text that it has printed by its end: a line for each step, and the result. */
  readonly output: Promise<string>;
}

/** Publishes in another process. `shell` may limit it. */
export function publishElsewhere(env: PublishEnvironment, shell = ''): Elsewhere {
  const { dataDir, contentApiUrl, lendingUrl } = env;
  const places = JSON.stringify({ dataDir, contentApiUrl, lendingUrl });
  const script = `${shell} exec "$0" "$1" "$2"`;
  const child = spawn(
    'bash',
    ['-c', script, process.execPath, join(repoDir, 'tests/support/publishing/publish-child.ts'), places],
    { cwd: repoDir, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const output = once(child, 'exit').then(() => printed);
  const lines = () => printed.split('\n').length - 1;
  return {
    kill: () => child.kill('SIGKILL'),
    ended: async (steps) => {
      while (lines() < steps && child.exitCode === null && child.signalCode === null)
        await Promise.race([once(child.stdout, 'data'), output]);
    },
    output,
  };
}
