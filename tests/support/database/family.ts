import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A process and everything that it has started, the process itself first. */
export function familyOf(parent: number): number[] {
  const rows = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const family = [parent];
  for (const one of family) family.push(...pairs.filter(([, of]) => of === one).map(([pid = 0]) => pid));
  return family;
}

export function signalFamily(parent: number, signal: NodeJS.Signals): number[] {
  const family = familyOf(parent);
  for (const pid of family) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
  return family;
}

/** One that has ended and that nobody has waited for is not. */
export function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ');
}
