import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDatabase } from '#server/kit/db-lock.ts';

const HOLD = `
  const { lockDatabase } = await import('#server/kit/db-lock.ts');
  try {
    lockDatabase(process.argv[1]);
    console.log('held');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log('refused: ' + error.message);
  }`;

let dataDir: string;
let children: ChildProcess[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'manay-lock-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Another process that tries to take the lock, and the first thing it says; warnings count as saying something. */
async function otherProcess(): Promise<{ readonly child: ChildProcess; readonly said: string; readonly ms: number }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const startedAt = performance.now();
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (data) => resolve(String(data).trim()));
    child.stderr?.once('data', (data) => reject(new Error(String(data))));
  });
  return { child, said, ms: performance.now() - startedAt };
}

test('a second process is refused at once, with the holder’s name and what to do', async () => {
  const owner = await otherProcess();
  expect(owner.said).toBe('held');
  const second = await otherProcess();
  expect(second.said).toMatch(
    new RegExp(
      `^refused: The database in ${dataDir} is in use by process ${owner.child.pid}, started \\d{4}-\\d\\d-\\d\\dT[\\d:]+Z: ` +
        'stop that process, or start with another DATA_DIR\\.$',
    ),
  );
  const startedAt = performance.now();
  expect(() => lockDatabase(dataDir)).toThrow('is in use by process');
  // At once, compared with a process that gets the lock on the same busy machine; waiting for it takes ten times as long.
  for (const ms of [second.ms, performance.now() - startedAt]) expect(ms).toBeLessThan(10 * owner.ms);
});

test('killing the owner frees the lock at once: nothing is left to clean up', async () => {
  const owner = await otherProcess();
  expect(owner.said).toBe('held');
  owner.child.kill('SIGKILL');
  await once(owner.child, 'exit');
  const next = await otherProcess();
  expect(next.said).toBe('held');
});

test('of ten processes that start together, exactly one gets it', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, otherProcess));
  expect(all.filter(({ said }) => said === 'held')).toHaveLength(1);
  expect(all.filter(({ said }) => said.startsWith('refused: '))).toHaveLength(9);
});

test('the same process cannot take it twice, and can again after releasing it', () => {
  const lock = lockDatabase(dataDir);
  expect(() => lockDatabase(dataDir)).toThrow(`process ${process.pid}`);
  lock.release();
  expect(existsSync(join(dataDir, 'db.lock.holder'))).toBe(false);
  lockDatabase(dataDir).release();
});

test('a folder that cannot be written is its own error, not a held lock', () => {
  expect(() => lockDatabase(join(dataDir, 'db.lock\0'))).toThrow();
  lockDatabase(dataDir).release();
  expect(() => lockDatabase(join(dataDir, 'db.lock'))).toThrow(/EEXIST|ENOTDIR/);
});
