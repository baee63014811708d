import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConfigError } from '#server/kit/config.ts';
import type { Database } from '#server/kit/db.ts';
import { startLending } from '#server/lending/main.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { openEmptyDatabase, TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'manay-lending-'));
let database: Database<unknown> | undefined;
let location: Record<string, string> = { DATA_DIR };
let children: ChildProcess[] = [];
/** The process that took over from the one that was killed; tests after it go on with it. */
let survivor: ReturnType<typeof start> | undefined;

beforeAll(async () => {
  if (TEST_ENGINE !== 'postgres') return;
  database = await openEmptyDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  // A server keeps no keys beside its data: they come from outside.
  location = { DATABASE_URL: testServerUrl(rows[0]?.name), ...TEST_VAULT_VARIABLES };
});
afterEach(() => {
  for (const child of children) if (child !== survivor?.child) child.kill('SIGKILL');
  children = [];
});
afterAll(async () => {
  survivor?.child.kill('SIGKILL');
  await database?.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** `npm run start:lending`, without npm: everything it writes, and a way to wait for a line of it. */
function start(env: Record<string, string>, words: readonly string[] = []) {
  const child = spawn(process.execPath, ['src/server/lending/main.ts', ...words], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<number>((resolve, reject) => {
    const listen = (data: Buffer): void => {
      said += String(data);
      const line = said.split('\n').find((text) => text.includes('"lending is ready"'));
      if (line) resolve((JSON.parse(line) as { port: number }).port);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    exited.then(() => reject(new Error(`stopped before it was ready: ${said}`)));
  });
  ready.catch(() => undefined);
  return { child, ready, exited, said: () => said };
}

const health = async (port: number) => (await fetch(`http://127.0.0.1:${port}/healthz`)).json();

/** Test of what a process does beside its database: the same on both engines; at night both prove it. */
const onBothAtNight = test.skipIf(TEST_ENGINE === 'pglite' && !IS_FULL_RUN);

describe('the lending role started alone', () => {
  test('prepares an empty database, serves, and stops cleanly when told to', async () => {
    const lending = start(location);
    expect(await health(await lending.ready)).toMatchObject({
      status: 'ok',
      migrations: 'current',
      parameterVersion: 1,
    });
    lending.child.kill('SIGTERM');
    expect(await lending.exited).toBe(0);
    expect(lending.said()).not.toContain('Warning');
  });

  test('survives being killed: the next start takes over at once and changes nothing', async () => {
    const first = start(location);
    await first.ready;
    first.child.kill('SIGKILL');
    await first.exited;
    const second = start({ ...location, DRAIN_SECONDS: '4' });
    survivor = second;
    expect(await health(await second.ready)).toMatchObject({ status: 'ok', parameterVersion: 1 });
    expect(second.said()).toContain('"prepared":{"migrations":[],"parameters":0,"holidays":0,"banks":0,"districts":0}');
  });

  test.runIf(TEST_ENGINE === 'pglite')('refuses a folder another process works in', async () => {
    await (survivor ?? start(location)).ready;
    const second = start(location);
    expect(await second.exited).toBe(1);
    expect(second.said()).toMatch(
      /^The database in \S+ is in use by process \d+, started \S+: stop that process, [^\n]+\n$/,
    );
  });

  onBothAtNight(
    'told to stop, it is alive and not ready any more, and serves until nobody can be sent to it',
    async () => {
      const lending = survivor ?? start({ ...location, DRAIN_SECONDS: '4' });
      const port = await lending.ready;
      const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
      expect([await ask('/livez'), await ask('/readyz')]).toEqual([200, 200]);
      lending.child.kill('SIGTERM');
      await vi.waitFor(async () => expect(await ask('/readyz')).toBe(503), { timeout: 60_000 });
      expect([await ask('/livez'), await ask('/healthz')]).toEqual([200, 200]);
      expect(await lending.exited).toBe(0);
      await expect(ask('/livez')).rejects.toThrow();
    },
  );

  onBothAtNight('told to stop, it answers whatever was sent before, on new and on kept connections', async () => {
    const lending = start(location);
    const port = await lending.ready;
    const kept = new Agent({ keepAlive: true, maxSockets: 10 });
    const sent = (path: string, agent: Agent | false, body?: string) => {
      const headers = { 'content-type': 'application/json' };
      const asking = request({ host: '127.0.0.1', port, path, agent, headers, method: body ? 'POST' : 'GET' });
      asking.end(body);
      const answer = once(asking, 'response').then(([response]: IncomingMessage[]) => {
        response?.resume();
        return `${response?.statusCode} ${response?.headers.connection}`;
      });
      return { asking, answer: answer.catch((error: NodeJS.ErrnoException) => String(error.code)) };
    };
    await Promise.all(Array.from({ length: 10 }, () => sent('/livez', kept).answer));
    // It sleeps while everything is sent, as it does in a long turn of its loop: the kernel alone has accepted.
    lending.child.kill('SIGSTOP');
    const signIns = Array.from({ length: 20 }, (_, n) => {
      const body = JSON.stringify({ identifier: `4000000${n}`, password: 'una-clave-cualquiera' });
      return sent('/api/v1/auth/sign-in', n % 2 === 0 && kept, body);
    });
    await Promise.all(signIns.map(({ asking }) => asking.writableFinished || once(asking, 'finish')));
    await setTimeout(200);
    // As to a whole group of processes: by whoever stops it, and by the process that started it.
    for (const signal of ['SIGTERM', 'SIGCONT', 'SIGTERM'] as const) lending.child.kill(signal);
    await setTimeout(20);
    lending.child.kill('SIGTERM');
    for (const { answer } of signIns) expect(await answer).toMatch(/^(?:400|429) close$/);
    expect(await lending.exited).toBe(0);
    kept.destroy();
  });

  test.runIf(TEST_ENGINE === 'postgres' && IS_FULL_RUN)('runs in as many copies as wanted on one server', async () => {
    const copies = [start(location), start(location), start(location)];
    for (const copy of copies)
      expect(await health(await copy.ready)).toMatchObject({ status: 'ok', parameterVersion: 1 });
  });
});

onBothAtNight('colleagues and monitors have a listener of their own when there is a port for it', async () => {
  const lending = start({ ...location, OPERATIONS_PORT: '0' });
  const port = await lending.ready;
  const { operationsPort } = JSON.parse(
    lending
      .said()
      .split('\n')
      .find((line) => line.includes('is ready')) ?? '{}',
  );
  const status = async (at: number, path: string, init?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${at}${path}`, init)).status;
  const signIn = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'nadie', password: 'x', code: '000000' }),
  };
  expect(operationsPort).not.toBe(port);
  expect(await status(port, '/api/v1/staff/sign-in', signIn)).toBe(404);
  expect(await status(port, '/api/v1/%73taff/me')).toBe(404);
  expect(await status(port, '/api/v1/public/options/ResidenceStatus')).toBe(200);
  expect(await status(operationsPort, '/api/v1/staff/sign-in', signIn)).toBe(400);
  expect(await status(operationsPort, '/api/v1/staff/me')).toBe(401);
  expect(await status(operationsPort, '/api/v1/public/options/ResidenceStatus')).toBe(404);
  expect([await status(port, '/healthz'), await status(operationsPort, '/healthz')]).toEqual([200, 200]);
});

/** Test of what stops a start before it has opened a database: the same on both engines. */
const beforeAnyDatabase = test.skipIf(TEST_ENGINE === 'pglite');

/**
 * Reads what a start that is refused writes: of a process at night, and of each kind of refusal; else of the start
 * itself.
 */
async function refusalOf(env: Record<string, string>, ofProcess = IS_FULL_RUN): Promise<string> {
  if (!ofProcess) {
    const refused = await startLending({ PORT: '0', ...env }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    return (refused as Error).message;
  }
  const lending = start(env);
  expect(await lending.exited).toBe(1);
  return lending.said().trimEnd();
}

beforeAnyDatabase.each<[string, Record<string, string>, string]>([
  ['nowhere to keep anything', {}, 'The lending role started alone needs DATABASE_URL'],
  ['play money in production', { NODE_ENV: 'production', LENDER_SANDBOX: '1' }, 'LENDER_SANDBOX=1 is play money'],
  ['an unreadable time to stop in', { DATA_DIR, DRAIN_SECONDS: 'soon' }, 'DRAIN_SECONDS must be a whole number'],
  ['an unknown NODE_ENV', { NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, test, production'],
  ['a laptop that opens itself to the network', { HOST: '0.0.0.0' }, 'HOST=0.0.0.0 opens what is not production'],
])('%s stops the start with one sentence and no stack', async (_, env, sentence) => {
  const said = await refusalOf(env);
  expect(said).toContain(sentence);
  expect(said.split('\n')).toHaveLength(1);
});

beforeAnyDatabase('a start that lacks what production needs says so in lines, one for each variable', async () => {
  const lines = (await refusalOf({ NODE_ENV: 'production' }, true)).split('\n');
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) expect(line).toMatch(/^[A-Z_]+ is missing: .+\.$/);
});

describe('told to migrate only', () => {
  beforeAnyDatabase('it needs the database and its owner, and says what of them is missing', async () => {
    const migrating = start({ NODE_ENV: 'production' }, ['--migrate-only']);
    expect(await migrating.exited).toBe(1);
    expect(migrating.said()).toMatch(/^DATABASE_URL is missing: .+\nMIGRATIONS_URL is missing: .+\n$/);
  });

  test.runIf(TEST_ENGINE === 'postgres')(
    'it does that and ends; the service then starts without the owner',
    async () => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
        (database as Database<unknown>).kysely,
      );
      const role = `${rows[0]?.name}_migrated`;
      await sql.raw(`create role ${role} login password 'p'`).execute((database as Database<unknown>).kysely);
      const service = new URL(testServerUrl(rows[0]?.name));
      service.username = role;
      service.password = 'p';
      const env = { DATABASE_URL: service.href, MIGRATIONS_URL: testServerUrl(rows[0]?.name) };
      const migrating = start(env, ['--migrate-only']);
      expect(await migrating.exited).toBe(0);
      expect(migrating.said()).toContain('the database is up to date');
      const lending = start({ DATABASE_URL: service.href, ...TEST_VAULT_VARIABLES });
      expect(await health(await lending.ready)).toMatchObject({ status: 'ok', migrations: 'current' });
      lending.child.kill('SIGTERM');
      await lending.exited;
      await sql.raw(`drop owned by ${role}; drop role ${role}`).execute((database as Database<unknown>).kysely);
    },
  );
});
