import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { openEmptyDatabase, TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';
import { closeThrough, verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, createPayments, type Debtor, type Payments } from '#tests/support/payments/payments.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';

const CLIENTS = 6;
const RESTARTS = 4;
/** Of one client; the rest of the time they look at what they have. */
const PAYMENTS_EACH = 50;
const AFTER_EACH = 100;

describe.runIf(TEST_ENGINE === 'postgres')('one lending process on a socket that stays open', () => {
  let db: Database<Tables>;
  let payments: Payments;
  let keeper: ChildProcess;
  let port = 0;
  const runs: number[] = [];
  let readies = 0;
  let said = '';

  beforeAll(async () => {
    db = await openEmptyDatabase<Tables>();
    await prepareLendingDatabase(db);
    payments = createPayments(db);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.kysely);
    keeper = spawn(process.execPath, ['tests/support/lending/socket-keeper.ts', 'src/server/lending/main.ts'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        // Nothing listens there: the socket that is handed over takes its place.
        PORT: '1',
        DATABASE_URL: testServerUrl(rows[0]?.name),
        DATABASE_POOL_SIZE: '5',
        LENDER_SANDBOX: '1',
        ...TEST_VAULT_VARIABLES,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const listen = (data: Buffer): void => {
      for (const line of String(data).split('\n')) {
        port ||= Number(/^port (\d+)$/.exec(line)?.[1] ?? 0);
        const run = /^run (\d+)$/.exec(line)?.[1];
        if (run !== undefined) runs.push(Number(run));
        if (line.includes('"lending is ready"')) readies += 1;
      }
      said = `${said}${String(data)}`.slice(-4_000);
    };
    keeper.stdout?.on('data', listen);
    keeper.stderr?.on('data', listen);
  });
  afterAll(async () => {
    keeper?.kill('SIGKILL');
    const last = runs.at(-1);
    if (last !== undefined) process.kill(last, 'SIGKILL');
    await setTimeout(200);
    await db?.close();
  });

  /** On a connection of its own, as nginx asks. */
  function ask(method: string, path: string, headers: Readonly<Record<string, string>>, body?: unknown) {
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path, method, agent: false, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += String(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      asking.on('error', reject);
      asking.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  const lost: string[] = [];
  const paid: string[] = [];
  let answered = 0;
  let isOver = false;

  /** Every request has one try. @returns the answer's text, if it was the one that was wanted */
  async function wanted(status: number, asked: ReturnType<typeof ask>): Promise<string | undefined> {
    const answer = await asked.catch((error: Error) => ({ status: 0, text: String(error) }));
    if (answer.status === status) answered += 1;
    else lost.push(`${status} wanted: ${answer.status} ${answer.text}`);
    return answer.status === status ? answer.text : undefined;
  }

  /** Pays a little, and looks at it three times. */
  async function askOnAndOn({ headers, number: loanNumber }: Debtor): Promise<void> {
    let id = '';
    for (let turn = 0; !isOver; turn += 1) {
      if (turn % 4 !== 0 || turn / 4 >= PAYMENTS_EACH) {
        await wanted(200, ask('GET', `/api/v1/payments/${id}`, headers));
        continue;
      }
      const sent = { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
      const body = { loanNumber, purpose: 'PARTIAL', amount: 5 + turn / 400, method: 'MANUAL' };
      const made = await wanted(201, ask('POST', '/api/v1/payments', sent, body));
      if (made === undefined) continue;
      id = (JSON.parse(made) as { id: string }).id;
      paid.push(id);
    }
  }

  const until = (isSo: () => boolean) =>
    vi.waitFor(
      () => expect({ lost, isSo: isSo(), said: isSo() ? '' : said }).toEqual({ lost: [], isSo: true, said: '' }),
      {
        timeout: 60_000,
        interval: 100,
      },
    );

  test('is restarted under load, and every request has its answer', async () => {
    const debtors: Debtor[] = [];
    for (let client = 0; client < CLIENTS; client += 1) debtors.push(await aDebtor(payments));
    await closeThrough(payments.loans, createClock().businessDate());
    await until(() => readies === 1);
    const clients = debtors.map(askOnAndOn);
    for (let restart = 1; restart <= RESTARTS; restart += 1) {
      const before = answered;
      await until(() => answered > before + AFTER_EACH);
      process.kill(runs.at(-1) ?? 0, 'SIGTERM');
      await until(() => readies === restart + 1);
    }
    const before = answered;
    await until(() => answered > before + AFTER_EACH);
    isOver = true;
    await Promise.all(clients);
    expect(lost).toEqual([]);
    expect(new Set(runs).size).toBe(RESTARTS + 1);
    const loans = debtors.map(({ loan }) => loan.id);
    const kept = await db.kysely.selectFrom('payment_intent').select('id').where('loan_id', 'in', loans).execute();
    expect(kept.map(({ id }) => id).sort()).toEqual(paid.sort());
    expect((await verify(payments.loans)).problems).toEqual([]);
  }, 300_000);
});
