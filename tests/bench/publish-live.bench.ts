import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '#server/kit/listen.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { type KilledProduct, openKilledProduct } from './killed-product.ts';
import { uuidOf, writeManyStories } from './many-stories.ts';
import type { Row } from './table.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** Fifty presses of the button: ten rounds of two good ones, a broken one, one beside the mistake, and its mending. */
const ROUNDS = 10;
/** In these rounds the publisher is killed, each time somewhere else in its work, which begins after three quiet seconds. */
const KILL_AFTER_MS: ReadonlyMap<number, number> = new Map([
  [1, 1_500],
  [3, 3_300],
  [5, 4_200],
  [7, 5_000],
  [9, 6_500],
]);
/** After these an operator rolls the last publish back, and lets publishing go on. */
const ROLLBACK_AFTER: ReadonlySet<number> = new Set([2, 6]);
const LOOK_MS = 25;
/** For a site of thousands that is built anew, on a machine that others use. */
const TIMEOUT_MS = 900_000;

/**
 * The proof of publishing: a visitor looks at the site all the time while an editor publishes fifty times through the
 * tiny editor, ten of them broken on purpose, the publisher is killed five times (`kill -9`) and an operator rolls back
 * twice. The site is served
 * from the release folder by a server of its own, as nginx would. Whatever the visitor sees broken, and whatever good
 * edit does not come live, ends the benchmark with an error.
 * @param sizes stories
 */
export async function benchPublishLive(sizes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const stories of sizes.length > 0 ? sizes : [100]) rows.push(...(await benchSize(stories)));
  return rows;
}

async function benchSize(stories: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-bench-live-'));
  writeManyStories(join(folder, 'content'), stories);
  const dataDir = join(folder, 'data');
  const product = await openKilledProduct({ dataDir, contentDir: join(folder, 'content') });
  const releasesDir = join(dataDir, 'releases');
  const site = await listen(staticSite({ releasesDir, framers: [], landingHosts: [], onFailure: fail }), {
    port: 0,
    host: '127.0.0.1',
  });
  const visitor = await openVisitor(`http://127.0.0.1:${site.port}`, stories - 20);
  try {
    const seen = await publishFifty({ product, visitor });
    const looks = await visitor.stop();
    const common = { stories, 'pages looked at': looks.pages, 'in a browser': looks.inBrowser, 'seen broken': 0 };
    return [
      { ...common, publishes: 'good ones', ...figures(seen.good) },
      { ...common, publishes: 'beside a mistake', ...figures(seen.besides) },
      { ...common, publishes: 'mending a mistake', ...figures(seen.mended) },
      { ...common, publishes: 'killed, with the new start', ...figures(seen.killed) },
      { ...common, publishes: 'broken: told why', ...figures(seen.refused) },
    ];
  } finally {
    // What it has seen has been told above.
    await visitor.stop().catch(() => undefined);
    await site.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fail(error: Error): never {
  throw error;
}

/** Seconds from the hook until the visitor got the page; of the broken ones until the editor was told why. */
interface Seen {
  readonly good: number[];
  readonly besides: number[];
  readonly mended: number[];
  readonly killed: number[];
  readonly refused: number[];
}

async function publishFifty(to: { readonly product: KilledProduct; readonly visitor: Visitor }): Promise<Seen> {
  const { product } = to;
  const seen: Seen = { good: [], besides: [], mended: [], killed: [], refused: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second, other, broken] = [1, 2, 3, 4].map((number) => number + 4 * (round % 3)) as [
      number,
      number,
      number,
      number,
    ];
    seen.good.push(await goLive(to, first, `R${round}a`));
    const killAfterMs = KILL_AFTER_MS.get(round);
    if (killAfterMs === undefined) seen.good.push(await goLive(to, second, `R${round}b`));
    else seen.killed.push(await goLive(to, second, `R${round}b`, () => killLater(product, killAfterMs)));

    const refusedFromMs = performance.now();
    const reason = await product.publishBroken(uuidOf(broken), round, TIMEOUT_MS);
    seen.refused.push((performance.now() - refusedFromMs) / 1000);
    if (!/KB of HTML|no-existe|title|SEO/i.test(reason)) throw new Error(`the editor was told: ${reason}`);
    seen.besides.push(await goLive(to, other, `R${round}c`));
    seen.mended.push(await goLive(to, broken, `R${round}d`));
    if (ROLLBACK_AFTER.has(round)) await rollBackAndOn(to, broken, round < 3 ? 'Cero' : `R${round - 3}d`, `R${round}d`);
    console.log(`  round ${round + 1} of ${ROUNDS}: ${JSON.stringify(lastOf(seen))}`);
  }
  return seen;
}

/** Visitors see the title of before, until publishing goes on. */
async function rollBackAndOn(
  { product, visitor }: { readonly product: KilledProduct; readonly visitor: Visitor },
  number: number,
  before: string,
  last: string,
): Promise<void> {
  for (const [act, mark] of [
    ['rollback', before],
    ['resume', last],
  ] as const) {
    visitor.expect(number, `Página ${number} ${mark}`);
    await product.operator(act);
    while (!(await visitor.has(number, `Página ${number} ${mark}`))) await sleep(LOOK_MS);
  }
}

async function killLater(product: KilledProduct, afterMs: number): Promise<void> {
  await sleep(afterMs);
  await product.kill();
}

/** Publishes a title and waits until the visitor's next look shows it. @returns seconds from the hook */
async function goLive(
  { product, visitor }: { readonly product: KilledProduct; readonly visitor: Visitor },
  number: number,
  mark: string,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const title = `Página ${number} ${mark}`;
  visitor.expect(number, title);
  await product.publish(uuidOf(number), title);
  const hookMs = performance.now();
  const done = meanwhile();
  while (!(await visitor.has(number, title))) {
    if (performance.now() - hookMs > TIMEOUT_MS) throw new Error(`"${title}" was published and is not live`);
    await sleep(LOOK_MS);
  }
  const seconds = (performance.now() - hookMs) / 1000;
  await done;
  return seconds;
}

function lastOf(seen: Seen): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(seen).map(([name, seconds]) => [name, seconds.at(-1)?.toFixed(1)]));
}

function figures(seconds: readonly number[]): Readonly<Record<string, string | number>> {
  const sorted = [...seconds].sort((one, two) => one - two);
  const at = (share: number): string => (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(2);
  return { count: sorted.length, 'p50 s': at(0.5), 'max s': at(1) };
}
