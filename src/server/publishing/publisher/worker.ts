import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, '../../kit/end-with-parent.ts')).href;

/** A process that builds or renders pages. */
interface Work {
  /** What node runs, with its words. */
  readonly command: readonly string[];
  readonly repoDir: string;
  /** All it is given of the environment beside the path and the folder for temporary files: no secret can end up in a page. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** One that runs longer is hung. */
  readonly longestMs: number;
}

/** Starts it. It ends with this process, however this one ends: the next publisher must find nobody in its folders. */
export function startWorker({ command, repoDir, variables, signal, longestMs }: Work): ChildProcess {
  return spawn(process.execPath, ['--import', END_WITH_PARENT, ...command], {
    cwd: repoDir,
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], NODE_ENV: 'production', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    killSignal: 'SIGKILL',
  });
}
