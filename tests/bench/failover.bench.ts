import { openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { HAS_PATRONI, PatroniServers } from '#tests/support/database/patroni-servers.ts';
import { PROGRAMS, type ReplicatedServers, TwoServers } from '#tests/support/database/two-servers.ts';
import { clientsOf, type Served } from './failover-clients.ts';
import { percentile, type Row } from './table.ts';

const TIMES = 100;
const TIMES_WITH_PATRONI = 20;
const VERIFIED_EVERY = 5;

/**
 * Makes the stand-by of the database the primary a hundred times, or as often as is asked for, by turns of each fault and
 * at any moment of payments, signatures, payouts and imports. Ends with the first that loses, doubles or mixes up what was
 * acknowledged, or answers anything but 503 with Retry-After in between.
 */
export async function benchFailover([times = TIMES]: readonly number[]): Promise<Row[]> {
  if (!PROGRAMS) throw new Error('failover needs pg_basebackup: apt-get install postgresql');
  return failOver(await TwoServers.start(), times);
}

/** Fails over with the samples of Patroni and HAProxy, twenty times. */
export async function benchPatroni([times = TIMES_WITH_PATRONI]: readonly number[]): Promise<Row[]> {
  if (!PROGRAMS || !HAS_PATRONI)
    throw new Error('failover-patroni needs apt-get install postgresql patroni python3-etcd etcd-server haproxy');
  return failOver(await PatroniServers.start(), times);
}

async function failOver(servers: ReplicatedServers, times: number): Promise<Row[]> {
  const seen = new Map<string, Served[]>();
  const db = await openDatabase<Tables>({ databaseUrl: servers.databaseUrl });
  try {
    await prepareLendingDatabase(db);
    await servers.addStandby();
    const clients = await clientsOf(db);
    const { faults } = servers;
    for (let turn = 0; turn < times; turn += 1) {
      const fault = faults[turn % faults.length] ?? '';
      const served = await clients.during(servers, fault);
      seen.set(fault, [...(seen.get(fault) ?? []), served]);
      const { outageMs, acknowledged, refused } = served;
      // A hundred take half an hour: results are printed as they come.
      console.log([turn + 1, fault, `${Math.round(outageMs)} ms`, acknowledged, `${refused} × 503`].join(' | '));
      await servers.addStandby();
      if (turn % VERIFIED_EVERY === VERIFIED_EVERY - 1) await clients.verify();
    }
    await clients.settle();
  } finally {
    await db.close();
    await servers.stop();
  }
  const all = rowOf('all', [...seen.values()].flat());
  if (Number(all['p95 s']) > servers.withinS) throw new Error(`served again after ${all['p95 s']} s`);
  return [...[...seen].map(([fault, of]) => rowOf(fault, of)), all];
}

function rowOf(fault: string, of: readonly Served[]): Row {
  const outages = of.map(({ outageMs }) => outageMs);
  const total = (count: (served: Served) => number): number => of.reduce((sum, served) => sum + count(served), 0);
  return {
    'the primary is': fault,
    'fail-overs': of.length,
    'served again p50 s': (percentile(outages, 50) / 1_000).toFixed(1),
    'p95 s': (percentile(outages, 95) / 1_000).toFixed(1),
    acknowledged: total(({ acknowledged }) => acknowledged),
    '503 with Retry-After': total(({ refused }) => refused),
    'done, and answered only when asked again': total(({ replayed }) => replayed),
    'lost, doubled or out of balance': 0,
  };
}
