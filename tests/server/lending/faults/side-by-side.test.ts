import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { lendingMigrations, prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { openEmptyDatabase, TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';
import { closeThrough, verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, createPayments, type Debtor, type Payments } from '#tests/support/payments/payments.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';

const CLIENTS = 6;
/** New payments of one client: a person may make sixty at once. In between the last one is asked for again. */
const PAYMENTS_EACH = 50;
const REPEATS = 8;
/** Requests that each stage of a deployment must have answered before the next begins. */
const EACH_STAGE = 60;

/** The next release, in tables that every request of the test uses: what it adds is of no use to the older program. */
const NEXT = `alter table payment_intent add column of_next_release text;
alter table loan add column of_next_release text;
create table of_next_release (id uuid primary key, intent_id uuid not null references payment_intent);
create index of_next_release_intent on of_next_release (intent_id);
`;

interface Copy {
  readonly child: ChildProcess;
  readonly port: number;
  answered: number;
  isReady: boolean;
  /** Stops as systemd stops it. */
  stop(): Promise<number | null>;
}

describe.runIf(TEST_ENGINE === 'postgres')('two releases side by side on one server', () => {
  const next = mkdtempSync(join(tmpdir(), 'manay-next-release-'));
  const own = 'src/server/lending/migrations';
  const number = lendingMigrations().length;
  const name = `${String(number + 1).padStart(4, '0')}-next-release.sql`;
  const copies: Copy[] = [];
  const faults: string[] = [];
  let db: Database<Tables>;
  let payments: Payments;
  let env: Record<string, string>;

  beforeAll(async () => {
    cpSync(own, next, { recursive: true });
    const since = String(number).padStart(4, '0');
    writeFileSync(join(next, name), `-- expand, for programs since ${since}\n${NEXT}`);
    db = await openEmptyDatabase<Tables>();
    await prepareLendingDatabase(db);
    payments = createPayments(db);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.kysely);
    env = { DATABASE_URL: testServerUrl(rows[0]?.name), LENDER_SANDBOX: '1', ...TEST_VAULT_VARIABLES };
  });
  afterAll(async () => {
    for (const { child } of copies) child.kill('SIGKILL');
    rmSync(next, { recursive: true, force: true });
    await db?.close();
  });

  /** A copy of the release whose migrations are in a folder; resolves when it is ready. */
  async function start(folder: string): Promise<Copy> {
    const child = spawn(process.execPath, ['tests/support/lending/release.ts', folder], {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', DRAIN_SECONDS: '5', DATABASE_POOL_SIZE: '5', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'close').then(([code]) => code as number | null);
    const port = await new Promise<number>((resolve, reject) => {
      let said = '';
      const listen = (data: Buffer): void => {
        said += String(data);
        // What a process could not do, it says: a lost request without its reason would be no help.
        faults.push(
          ...String(data)
            .split('\n')
            .filter((text) => /"level":(?:"error"|50|60)/.test(text)),
        );
        const line = said.split('\n').find((text) => text.includes('"lending is ready"'));
        if (line) resolve((JSON.parse(line) as { port: number }).port);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      void exited.then(() => reject(new Error(`stopped before it was ready: ${said}`)));
    });
    const copy: Copy = {
      child,
      port,
      answered: 0,
      isReady: false,
      async stop() {
        child.kill('SIGTERM');
        return exited;
      },
    };
    copies.push(copy);
    return copy;
  }

  interface Asked {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  const lost: string[] = [];
  let turn = 0;

  /** A load balancer that asks for `/readyz`: one after the other of those that were ready when it asked last. */
  async function proxy(asked: Asked): Promise<{ readonly status: number; readonly text: string }> {
    turn += 1;
    const ready = copies.filter(({ isReady }) => isReady);
    const copy = ready[turn % ready.length];
    if (!copy) throw new Error('nobody is ready');
    const answer = await send(copy.port, asked);
    copy.answered += 1;
    return answer;
  }

  async function askWhoIsReady(): Promise<void> {
    while (!isOver) {
      for (const copy of copies) {
        const answer = await send(copy.port, { method: 'GET', path: '/readyz', headers: {} }).catch(() => undefined);
        copy.isReady = answer?.status === 200;
      }
      await setTimeout(50);
    }
  }

  /** On a connection of its own. */
  function send(port: number, { method, path, headers, body }: Asked) {
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path, method, agent: false, headers },
        (answer: IncomingMessage) => {
          let text = '';
          answer.on('data', (chunk) => {
            text += String(chunk);
          });
          answer.on('error', reject);
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** The payment of each key. */
  const paid = new Map<string, string>();
  let answered = 0;
  let isOver = false;

  /** One client, who pays a little, looks at it, and pays again. Every request has one try. */
  async function askOnAndOn({ headers, number: loanNumber }: Debtor): Promise<void> {
    const ask = async (asked: Asked, status: number): Promise<string | undefined> => {
      const answer = await proxy(asked).catch((error: Error) => ({ status: 0, text: String(error) }));
      if (answer.status !== status) {
        lost.push(`${asked.method} ${asked.path}: ${answer.status} ${answer.text}`);
        return undefined;
      }
      answered += 1;
      return answer.text;
    };
    let key = '';
    let payment = 0;
    for (let turn = 0; !isOver; turn += 1) {
      if (turn % REPEATS === 0 && payment < PAYMENTS_EACH) {
        key = randomUUID();
        payment += 1;
      }
      const body = JSON.stringify({ loanNumber, purpose: 'PARTIAL', amount: 5 + payment / 100, method: 'MANUAL' });
      const sent = { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const made = await ask({ method: 'POST', path: '/api/v1/payments', headers: sent, body }, 201);
      if (made === undefined) continue;
      const { id } = JSON.parse(made) as { id: string };
      if ((paid.get(key) ?? id) !== id) lost.push(`${key} is two payments`);
      paid.set(key, id);
      await ask({ method: 'GET', path: `/api/v1/payments/${id}`, headers }, 200);
    }
  }

  /** Both releases have answered so many requests since now. */
  async function serveOn(...serving: readonly Copy[]): Promise<void> {
    const before = serving.map((copy) => copy.answered);
    await vi.waitFor(
      () => {
        expect({ lost, faults }).toEqual({ lost: [], faults: [] });
        serving.forEach((copy, index) => {
          expect(copy.answered - (before[index] ?? 0)).toBeGreaterThan(EACH_STAGE);
        });
      },
      { timeout: 120_000, interval: 100 },
    );
  }

  test('forward and one step back under load: every request has its answer, and no money is lost or doubled', async () => {
    const debtors: Debtor[] = [];
    for (let client = 0; client < CLIENTS; client += 1) debtors.push(await aDebtor(payments));
    // Their days are closed: nobody waits behind the close of most of a year.
    await closeThrough(payments.loans, createClock().businessDate());
    const [one, two] = [await start(own), await start(own)];
    const asking = askWhoIsReady();
    await vi.waitFor(() => expect([one.isReady, two.isReady]).toEqual([true, true]), { timeout: 60_000 });
    const clients = debtors.map(askOnAndOn);
    await serveOn(one, two);

    // Forward: the new release brings its tables while the old one serves.
    const three = await start(next);
    await serveOn(one, two, three);
    expect(await one.stop()).toBe(0);
    const four = await start(next);
    await serveOn(two, three, four);
    expect(await two.stop()).toBe(0);
    await serveOn(three, four);

    // Back: the old release starts again on the newer database.
    const five = await start(own);
    expect(JSON.parse((await send(five.port, { method: 'GET', path: '/healthz', headers: {} })).text)).toMatchObject({
      status: 'ok',
      migrations: 'ahead',
    });
    await serveOn(three, four, five);
    expect(await three.stop()).toBe(0);
    expect(await four.stop()).toBe(0);
    await serveOn(five);

    isOver = true;
    await Promise.all([...clients, asking]);
    expect(lost).toEqual([]);
    expect(answered).toBeGreaterThan(EACH_STAGE * 10);
    const ids = [...paid.values()];
    expect(new Set(ids).size).toBe(paid.size);
    const loans = debtors.map(({ loan }) => loan.id);
    const kept = await db.kysely.selectFrom('payment_intent').select('id').where('loan_id', 'in', loans).execute();
    expect(kept.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect((await verify(payments.loans)).problems).toEqual([]);
    expect(await five.stop()).toBe(0);
  }, 600_000);
});
