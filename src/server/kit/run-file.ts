import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from './small-file.ts';

/** The address and token by which commands reach the running process; readable by its owner only. */
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

/**
 * The file of the running process; undefined without one. A file left by a killed process is ignored.
 * @param say is told of a damaged one, because a process may run that cannot be found
 */
export function readRunFile(dataDir: string, say: (sentence: string) => void = () => undefined): RunFile | undefined {
  const file = readSmallFile<RunFile>(join(dataDir, NAME), ({ pid, url, operatorToken }) => {
    return Number.isInteger(pid) && typeof url === 'string' && typeof operatorToken === 'string';
  });
  if (file.kind === 'damaged') say(`${file.sentence}: start the process that runs again, which writes it anew.`);
  if (file.kind !== 'read') return undefined;
  try {
    process.kill(file.value.pid, 0);
    return file.value;
  } catch {
    return undefined;
  }
}

/** Only its own: a successor may have written another. */
export function removeRunFile(dataDir: string, pid: number): void {
  if (readRunFile(dataDir)?.pid === pid) rmSync(join(dataDir, NAME), { force: true });
}
