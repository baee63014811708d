/**
 * `npm run bench [-- offers|bytes|client-area|first-tap|lighthouse|payments|publish|publish-live|publish-kills|closing|kills|orders|failover|failover-patroni|lists|enumeration|tax-documents|year] [size …]`: measures, prints tables and writes them to DATA_DIR/bench.md.
 * `lighthouse 3 / /tarifas/` looks at these pages three times, `publish 5000` and `publish-live 5000` are of a site of 5,000 stories, `publish-kills 100 40` publishes a hundred times and kills forty; `kills 40` kills a process forty times in each work (signature, payout, booking, payment, refund, extension, top-up, batch) on each database, `failover 20` makes a stand-by of the database the primary twenty times, `orders 30` tries the orders of statements of two acts for half an hour, on from where it ended before, `closing 500` closes 500 loans, `lists 10000` asks for lists of 10,000 loans, `year 7` lives the year of seed 7 (`year 7 20 31`: of 20 clients, for 31 days), `tax-documents 20000` writes, signs and judges that many (`SUNAT_JUDGES` names the folder of the judges). Figures depend on the machine and on who else uses it: compare runs of one machine only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { benchBytes } from './bytes.bench.ts';
import { benchClientArea } from './client-area.bench.ts';
import { benchClosing } from './closing.bench.ts';
import { benchEnumeration } from './enumeration.bench.ts';
import { benchFailover, benchPatroni } from './failover.bench.ts';
import { benchFirstTap } from './first-tap.bench.ts';
import { benchKills } from './kills.bench.ts';
import { benchLighthouse } from './lighthouse.bench.ts';
import { benchLists } from './lists.bench.ts';
import { benchOffers } from './offers.bench.ts';
import { benchOrders } from './orders.bench.ts';
import { benchPayments } from './payments.bench.ts';
import { benchPublish } from './publish.bench.ts';
import { benchPublishKills } from './publish-kills.bench.ts';
import { benchPublishLive } from './publish-live.bench.ts';
import { printTable, type Row } from './table.ts';
import { benchTaxDocuments } from './tax-documents.bench.ts';
import { bareLoopMs } from './yardstick.ts';
import { benchYear } from './year.bench.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 600_000;

/** A product of its own on a free port, so that a running one is neither measured nor disturbed. */
async function withSite<Result>(use: (baseUrl: string, dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'manay-bench-'));
  const port = 4800 + (process.pid % 100);
  const child = spawn(process.execPath, [join(repoDir, 'src/server/start/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const baseUrl = `http://localhost:${port}`;
    await untilReady(`${baseUrl}/healthz`, child);
    return await use(baseUrl, dataDir);
  } finally {
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Every page of the sitemap, and the pages people reach that it leaves out. */
async function publicPaths(baseUrl: string): Promise<string[]> {
  const index = await (await fetch(`${baseUrl}/sitemap-index.xml`)).text();
  const parts = [...index.matchAll(/<loc>([^<]+)/g)].map((match) => new URL(match[1] as string).pathname);
  const maps = await Promise.all(parts.map(async (path) => (await fetch(baseUrl + path)).text()));
  const listed = maps.flatMap((map) =>
    [...map.matchAll(/<loc>([^<]+)/g)].map((match) => new URL(match[1] as string).pathname),
  );
  return [...listed, '/application/new-client/', '/en/application/new-client/'];
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode} before it was ready`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((wait) => setTimeout(wait, 250));
  }
  throw new Error(`the product was not ready after ${START_TIMEOUT_MS / 1000} s`);
}

const BENCHMARKS: Readonly<
  Record<
    string,
    { readonly title: string; readonly run: (sizes: readonly number[], paths: readonly string[]) => Promise<Row[]> }
  >
> = {
  offers: { title: 'Public offers, one core', run: benchOffers },
  bytes: {
    title: 'What a page weighs',
    run: () => withSite(async (baseUrl) => benchBytes(baseUrl, await publicPaths(baseUrl))),
  },
  'client-area': {
    title: 'The client area: first screens, then what a further one costs',
    run: ([runs]) => withSite((baseUrl, dataDir) => benchClientArea(baseUrl, dataDir, runs)),
  },
  'first-tap': {
    title: 'First tap on a cheap phone: CPU ×10, 300 ms, 700 kbit/s',
    run: ([runs]) => withSite((baseUrl, dataDir) => benchFirstTap(join(dataDir, 'releases/current'), baseUrl, runs)),
  },
  lighthouse: {
    title: 'Lighthouse, mobile',
    run: ([runs], paths) =>
      withSite(async (baseUrl) =>
        benchLighthouse(baseUrl, paths.length > 0 ? paths : await publicPaths(baseUrl), runs),
      ),
  },
  payments: { title: 'Payments, sixteen clients at once', run: benchPayments },
  publish: { title: 'Publishing', run: (sizes) => benchPublish(sizes.length > 0 ? sizes : [20, 5_000]) },
  'publish-live': { title: 'Fifty publishes under a visitor’s eyes', run: benchPublishLive },
  'publish-kills': { title: 'Publishes killed under the eyes of twenty visitors', run: benchPublishKills },
  closing: { title: 'Close of business', run: benchClosing },
  kills: { title: 'Killed in the middle', run: benchKills },
  orders: { title: 'Orders of the statements of acts that meet', run: benchOrders },
  failover: { title: 'A stand-by takes over', run: benchFailover },
  'failover-patroni': { title: 'A stand-by takes over, by Patroni', run: benchPatroni },
  enumeration: { title: 'Is this person a client?', run: ([samples]) => benchEnumeration(samples) },
  'tax-documents': { title: 'Tax documents, one core', run: benchTaxDocuments },
  year: { title: 'A company’s year', run: benchYear },
  lists: { title: 'Lists and books of staff over a whole portfolio', run: benchLists },
};

const words = process.argv.slice(2);
const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number);
const paths = words.filter((word) => word.startsWith('/'));
const asked = words.filter((word) => !/^(?:\d+$|\/)/.test(word));
const unknown = asked.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0)
  throw new Error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
const parts = [`# Benchmarks\n\n${new Date().toISOString().slice(0, 10)}, ${machine}\n`];
for (const [name, { title, run }] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const beforeMs = bareLoopMs();
  const rows = await run(sizes, paths);
  const table = `${printTable(title, rows)}\nThe machine itself, a bare loop: ${beforeMs} ms before, ${bareLoopMs()} ms after.\n`;
  console.log(table);
  parts.push(table);
}
const dataDir = resolve(process.env['DATA_DIR'] ?? join(repoDir, '.data'));
// As the product makes it, which refuses one that others may read.
mkdirSync(dataDir, { recursive: true, mode: 0o700 });
writeFileSync(join(dataDir, 'bench.md'), parts.join('\n'));
