import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, '../../kit/end-with-parent.ts')).href;

/** A process that builds or renders pages. */
interface Work {
  /** Arguments of node. */
  readonly command: readonly string[];
  /** Its working folder. */
  readonly folder: string;
  /** Its whole environment, besides PATH and the folder for temporary files: no secret can end up in a page. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Timeout. */
  readonly longestMs: number;
}

/**
 * Starts the process. It ends with this one, however this one ends: the next publisher must not find it writing into
 * the same folders.
 */
export function startWorker({ command, folder, variables, signal, longestMs }: Work): ChildProcess {
  return spawn(process.execPath, ['--import', END_WITH_PARENT, ...command], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    killSignal: 'SIGKILL',
  });
}
