import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { createDatabase, startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { type Explored, explore } from '#tests/support/orders/explore.ts';
import { everyPair, MOST_MONEY, nameOf, type Pair, triplesOf } from '#tests/support/orders/pairs.ts';
import { wake } from '#tests/support/orders/quiet.ts';
import { scheduler } from '#tests/support/orders/scheduler.ts';
import { stageOn } from '#tests/support/orders/stage.ts';
import { STORIES } from '#tests/support/orders/stories.ts';
import type { Stage } from '#tests/support/orders/tell.ts';
import { exploreTriple } from '#tests/support/orders/triples.ts';
import type { Row } from './table.ts';

const MINUTES = 10;
const TRIPLES = 60;
const SAMPLES = 30;
const STATE = join(resolve(process.env['DATA_DIR'] ?? join(import.meta.dirname, '../../.data')), 'orders.json');

interface Round {
  /** The samples of three acts are others in each round. */
  readonly number: number;
  readonly done: Readonly<Record<string, Counts>>;
}

type Counts = Pick<Explored, 'schedules' | 'leftOut' | 'notTried'> & { readonly faults: number };
interface Work {
  readonly kind: 'two switches' | 'three switches' | 'three acts';
  readonly name: string;
  readonly explore: (stage: Stage) => Promise<Explored>;
}

/**
 * Tries the orders of statements of every pair of acts for so many minutes, on from where it ended before: first the
 * forty pairs that carry most money with three switches, then every other one with two, then three acts by sample. A new
 * round begins when the last one was finished. Faults are printed with their schedules as they come.
 */
export async function benchOrders([minutes = MINUTES]: readonly number[]): Promise<Row[]> {
  const until = performance.now() + minutes * 60_000;
  const server = await startPostgres(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']);
  let round = readRound();
  const found: string[] = [];
  try {
    const prepared = await openDatabase<Tables>({ databaseUrl: await createDatabase(server, 'prepared') });
    await prepareLendingDatabase(prepared);
    await prepared.close();
    for (const [n, { kind, name, explore: run }] of workOf(round.number).entries()) {
      if (round.done[name] || performance.now() > until) continue;
      const { faults, ...counts } = await inDatabase(await createDatabase(server, `work${n}`, 'prepared'), run);
      const told = `${counts.schedules} tried, ${counts.leftOut} that differ in nothing, ${counts.notTried} left`;
      console.log(`${name} (${kind}): ${told}`);
      for (const { schedule, differs } of faults) console.log(`  ${schedule}\n    ${differs.join('\n    ')}`);
      if (faults.length > 0) found.push(`${name}: ${faults.map(({ schedule }) => schedule).join(' ')}`);
      round = { ...round, done: { ...round.done, [name]: { ...counts, faults: faults.length } } };
      writeRound(round);
    }
  } finally {
    await stopPostgres();
  }
  if (found.length > 0) process.exitCode = 1;
  return rowsOf(round);
}

/** A database of its own for each work, because jobs and the verification are of all that is there. */
async function inDatabase(databaseUrl: string, run: Work['explore']): Promise<Explored> {
  const leader = scheduler();
  const db: Database<Tables> = await openDatabase({ databaseUrl }, { around: leader.around, maxConnections: 8 });
  try {
    const stage = stageOn(db, leader);
    const explored = await run(stage);
    await wake(db);
    const { problems } = await verify(stage.processes[0].loans);
    const faults = problems.length > 0 ? [{ schedule: 'the ledger afterwards', differs: problems }] : [];
    return { ...explored, faults: [...explored.faults, ...faults] };
  } catch (error) {
    const differs = [String((error as Error).stack)];
    return { schedules: 0, leftOut: 0, notTried: 0, faults: [{ schedule: 'not to its end', differs }] };
  } finally {
    await db.close();
  }
}

function workOf(round: number): readonly Work[] {
  const of = (pair: Pair, switches: 2 | 3): Work => ({
    kind: switches === 3 ? 'three switches' : 'two switches',
    name: nameOf(pair),
    explore: (stage) => explore(stage, STORIES[pair.story], pair.acts, { switches }),
  });
  const money = MOST_MONEY.map((pair) => of(pair, 3));
  const inEitherOrder = new Set(
    MOST_MONEY.flatMap(({ story, acts: [a, b] }) =>
      [[a, b] as const, [b, a] as const].map((acts) => nameOf({ story, acts })),
    ),
  );
  const others = everyPair().filter((pair) => !inEitherOrder.has(nameOf(pair)));
  const triples = triplesOf(round, TRIPLES).map(
    (triple): Work => ({
      kind: 'three acts',
      name: nameOf(triple),
      explore: (stage) => exploreTriple(stage, triple, SAMPLES),
    }),
  );
  return [...money, ...others.map((pair) => of(pair, 2)), ...triples];
}

function readRound(): Round {
  const last: Round = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : { number: 1, done: {} };
  const isFinished = workOf(last.number).every(({ name }) => last.done[name]);
  return isFinished ? { number: last.number + 1, done: {} } : last;
}

function writeRound(round: Round): void {
  // As the product makes it, which refuses one that others may read.
  mkdirSync(dirname(STATE), { recursive: true, mode: 0o700 });
  writeFileSync(STATE, JSON.stringify(round, null, 1));
}

function rowsOf(round: Round): Row[] {
  const work = workOf(round.number);
  return ['three switches', 'two switches', 'three acts'].map((kind) => {
    const all = work.filter((one) => one.kind === kind);
    const done = all.flatMap(({ name }) => round.done[name] ?? []);
    const sum = (of: keyof Counts) => done.reduce((total, counts) => total + counts[of], 0);
    return {
      round: round.number,
      orders: kind,
      done: `${done.length} of ${all.length}`,
      tried: sum('schedules'),
      'differ in nothing': sum('leftOut'),
      'left out': sum('notTried'),
      faults: sum('faults'),
    };
  });
}
