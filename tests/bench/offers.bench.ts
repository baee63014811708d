import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { toProductSettings } from '#api/convert.ts';
import { getProductSettings, productSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { priceOffer } from '#loan/offer.ts';
import { allProducts, type Product } from '#loan/product.ts';
import { median, type Row } from './table.ts';

const CONNECTIONS = 50;
const SECONDS = 8;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

/** Loads of product and bare route in turn. */
const TURNS = 3;

/**
 * Offers per second and their 99th percentile with the server on one core and the load on another (design §7: at least
 * 10,000 a second, p99 below 10 ms), a bare route of the same HTTP library in turn with it, and what the engine alone
 * needs for an offer nobody has asked for yet.
 */
export async function benchOffers(): Promise<Row[]> {
  const pinned = canPin();
  const [product, bare] = [await startServer(pinned), await startServer(pinned, 'bare')];
  const release = pinned ? pinThisProcess() : () => undefined;
  try {
    const settings = await fetch(`${product.url}${getProductSettings.path}?sequence=1`);
    const products = allProducts(toProductSettings(productSettingsBody.parse(await settings.json())));
    const all = products.flatMap(everyInquiry);
    const load = (what: string, bodies: readonly unknown[]): Promise<Row> => loadServer(product, what, bodies);
    // The first seconds belong to the compiler.
    await load('warm-up', all);
    return [
      await load('one offer, again and again', all.slice(0, 1)),
      await load(`every offer a first loan can have (${all.length})`, all),
      await load('a term that is refused', [{ singlePayInquiry: { amount: 500, term: 29, productId: 1 } }]),
      ...(await inTurn({ product, bare }, all.slice(0, 1))),
      ...products.map(timeEngine),
    ];
  } finally {
    release();
    product.server.kill('SIGTERM');
    bare.server.kill('SIGTERM');
  }
}

/** Asks both for the same offer, in turn; the last row has their medians per CPU second, one divided by the other. */
async function inTurn(servers: { product: Target; bare: Target }, bodies: readonly unknown[]): Promise<Row[]> {
  await loadServer(servers.bare, 'warm-up', bodies);
  const rows: Row[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    rows.push(await loadServer(servers.product, 'in turn: product', bodies));
    rows.push(await loadServer(servers.bare, 'in turn: bare route', bodies));
  }
  const perSecond = (what: string): number =>
    median(rows.filter((row) => row['what'] === what).map((row) => Number(row['per CPU second'])));
  const ratio = perSecond('in turn: product') / perSecond('in turn: bare route');
  return [...rows, { what: 'product / bare route, at least 0.5', 'per CPU second': Math.round(ratio * 100) / 100 }];
}

async function startServer(pinned: boolean, ...args: readonly string[]): Promise<Target> {
  const script = fileURLToPath(new URL('./offers-server.ts', import.meta.url));
  const node = [process.execPath, script, ...args];
  const [command = '', ...rest] = pinned ? ['taskset', '-c', String(SERVER_CORE), ...node] : node;
  const server = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${String(line).trim()}`, server, pinned };
}

interface Target {
  readonly url: string;
  readonly server: ChildProcess;
  readonly pinned: boolean;
}

async function loadServer({ url, server, pinned }: Target, what: string, bodies: readonly unknown[]): Promise<Row> {
  const cpuBefore = cpuSeconds(server);
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: bodies.map((body) => ({
      method: makePublicOffer.method,
      path: makePublicOffer.path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })),
  });
  if (result.errors > 0) throw new Error(`${what}: ${result.errors} connections failed`);
  return {
    what,
    'per second': Math.round(result.requests.average),
    'per CPU second': Math.round(result.requests.total / (cpuSeconds(server) - cpuBefore)) || '',
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    'max ms': result.latency.max,
    accepted: result['2xx'],
    refused: result.non2xx,
    cores: pinned ? 'server 1, load 1' : 'shared',
  };
}

/**
 * Reads the processor time that a process has used, where the system tells. On a machine that others use too, answers
 * per second of it say what a core of one's own would do.
 */
function cpuSeconds({ pid }: ChildProcess): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The fields after the command, which may hold spaces: the 12th and 13th are user and system time in ticks of 10 ms.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function everyInquiry(product: Product): unknown[] {
  const { productId, productType, minAmount, maxAmount, amountStep, termOptions } = product;
  const name = productType === 'SINGLE_PAY' ? 'singlePayInquiry' : 'installmentInquiry';
  const bodies: unknown[] = [];
  for (let amount = minAmount; amount <= maxAmount; amount += amountStep) {
    for (const term of termOptions) bodies.push({ [name]: { amount, term, productId } });
  }
  return bodies;
}

/** The engine alone, in this process: what the first person to ask for an offer pays. */
function timeEngine(product: Product): Row {
  const { maxAmount, maxTerm, pricing, productId } = product;
  const times: number[] = [];
  const endMs = performance.now() + 1500;
  while (performance.now() < endMs) {
    const startedMs = performance.now();
    priceOffer(product, maxAmount, maxTerm, pricing.businessDate);
    times.push(performance.now() - startedMs);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round((times[Math.floor(times.length * share)] ?? 0) * 1000) / 1000;
  return {
    what: `engine alone, product ${productId}, longest term`,
    'per second': Math.round(times.length / 1.5),
    'per CPU second': '',
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'max ms': at(0.999_999),
    accepted: times.length,
    refused: 0,
    cores: 'one',
  };
}

function canPin(): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Keeps the load off the server's core; returns how to undo it. */
function pinThisProcess(): () => void {
  const pin = (cores: string): void =>
    void execFileSync('taskset', ['-a', '-cp', cores, String(process.pid)], { stdio: 'ignore' });
  pin(String(LOAD_CORE));
  return () => pin(`0-${availableParallelism() - 1}`);
}
