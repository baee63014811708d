import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a command needs to talk to the running process; readable by its owner only. */
export interface RunFile {
  readonly pid: number;
  /** Where it listens, as this machine reaches it. */
  readonly url: string;
  readonly operatorToken: string;
}

const NAME = 'run.json';

/** Says where the running process listens. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  mkdirSync(dataDir, { recursive: true });
  const temporary = join(dataDir, `.${NAME}.${run.pid}`);
  writeFileSync(temporary, `${JSON.stringify(run)}\n`, { mode: 0o600 });
  renameSync(temporary, join(dataDir, NAME));
}

/** The running process's file, or undefined when nothing runs: a file left by a killed process does not count. */
export function readRunFile(dataDir: string): RunFile | undefined {
  try {
    const run = JSON.parse(readFileSync(join(dataDir, NAME), 'utf8')) as RunFile;
    process.kill(run.pid, 0);
    return run;
  } catch {
    return undefined;
  }
}

/** Only its own: a successor may have written another already. */
export function removeRunFile(dataDir: string, pid: number): void {
  if (readRunFile(dataDir)?.pid === pid) rmSync(join(dataDir, NAME), { force: true });
}
