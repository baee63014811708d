import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Row } from './table.ts';

const repoDir = resolve(import.meta.dirname, '../..');

/** From an empty folder to a release, then once more with everything in place. */
export async function benchBuild(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manay-bench-'));
  try {
    const first = await timedStart(dataDir);
    const again = await timedStart(dataDir);
    return [
      { start: 'empty folder: database, content, build, release', seconds: first.toFixed(1) },
      { start: 'nothing changed', seconds: again.toFixed(1) },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function timedStart(dataDir: string): Promise<number> {
  const fromMs = performance.now();
  const child = spawn(process.execPath, [join(repoDir, 'src/tools/start.ts'), '--build-only'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('exit', (code) => {
      if (code === 0) done((performance.now() - fromMs) / 1000);
      else fail(new Error(`start --build-only ended with ${code}`));
    });
  });
}
