import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How commands reach the running process; readable by its owner only. */
export interface RunFile {
  readonly pid: number;
  /** Its address, as this machine reaches it. */
  readonly url: string;
  readonly operatorToken: string;
  /** Content Delivery API of the embedded service, for other clients: published stories and drafts. */
  readonly content?: { readonly apiUrl: string; readonly token: string };
  /** The publisher alone knows nothing of loans: operators of the lender look elsewhere. */
  readonly withoutLending?: boolean;
}

const NAME = 'run.json';

/** Writes the address of the running process. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  mkdirSync(dataDir, { recursive: true });
  const temporary = join(dataDir, `.${NAME}.${run.pid}`);
  writeFileSync(temporary, `${JSON.stringify(run)}\n`, { mode: 0o600 });
  renameSync(temporary, join(dataDir, NAME));
}

/** The file of the running process; undefined without one. A file left by a killed process is ignored. */
export function readRunFile(dataDir: string): RunFile | undefined {
  try {
    const run = JSON.parse(readFileSync(join(dataDir, NAME), 'utf8')) as RunFile;
    process.kill(run.pid, 0);
    return run;
  } catch {
    return undefined;
  }
}

/** Only its own: a successor may have written another. */
export function removeRunFile(dataDir: string, pid: number): void {
  if (readRunFile(dataDir)?.pid === pid) rmSync(join(dataDir, NAME), { force: true });
}
