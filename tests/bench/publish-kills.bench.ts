import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '#server/kit/listen.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { compareWithWholeBuild } from '#server/publishing/publisher/verify-release.ts';
import { publishElsewhere } from '#tests/support/publishing/publish-elsewhere.ts';
import { openSitePublisher, published, type SitePublisher } from '#tests/support/publishing/site-publisher.ts';
import type { Row } from './table.ts';

const PUBLISHES = 100;
const KILLS = 40;
const AT_ONCE = 20;
const REST_MS = 250;
const WORDS = /cuentas(?:\s|&nbsp;)([0-9a-f]{8}-[0-9a-f-]{27})/g;
const STEPS = ['sync', 'check', 'build', 'gate', 'release', 'end'] as const;

/**
 * A hundred publishes of the real site, or as many as are asked for, of which forty are killed (`kill -9`) in turn in
 * every step, each time at another moment of it, while somebody looks at twenty pages at once. A page that is cut, of two
 * versions, older than one that was seen, or of which a file is missing ends the benchmark; so does an edit that is not
 * live after the next publish, and at the end every file is compared with a whole build.
 */
export async function benchPublishKills([publishes = PUBLISHES, kills = KILLS]: readonly number[]): Promise<Row[]> {
  const site = await openSitePublisher();
  try {
    // Twice: the first build is whole, and the time of a step is that of later ones.
    published(await site.publish());
    await site.say();
    published(await site.publish());
    return await publishAndKill(site, { publishes, kills });
  } finally {
    await site.close();
  }
}

async function publishAndKill(
  site: SitePublisher,
  { publishes, kills }: { readonly publishes: number; readonly kills: number },
): Promise<Row[]> {
  const poller = await openPoller(site);
  const killed = new Map<string, number>(STEPS.map((step) => [step, 0]));
  try {
    let done = 0;
    for (let publish = 0; publish < publishes; publish += 1) {
      const words = await site.say();
      poller.expect(words);
      // Spread over all publishes.
      if (done < Math.floor(((publish + 1) * kills) / publishes)) {
        const step = await killOnce(site, done, kills);
        killed.set(step, (killed.get(step) ?? 0) + 1);
        done += 1;
      }
      const result = await site.publish();
      if (result.kind === 'failed') throw new Error(JSON.stringify(result));
      if (!(await site.live('index.html')).includes(words)) throw new Error(`"${words}" was published and is not live`);
      poller.isLive(words);
      console.log(`  ${publish + 1} published, ${done} killed, ${poller.looks()} looks`);
    }
    const looks = await poller.stop();
    const compared = await compareWithWholeBuild(site.env, AbortSignal.timeout(1_800_000));
    if (compared.kind !== 'compared' || compared.different.length > 0) throw new Error(JSON.stringify(compared));
    const where = [...killed].map(([step, count]) => `${step} ${count}`).join(', ');
    const seen = { broken: 0, mixed: 0, 'older than seen': 0, lost: 0 };
    return [{ publishes, kills: done, 'killed in': where, 'looks at twenty pages': looks, ...seen }];
  } finally {
    // What it saw is thrown above.
    await poller.stop().catch(() => undefined);
  }
}

/** Publishes in another process and kills it within a step. @returns the step that it was killed in */
async function killOnce(site: SitePublisher, at: number, kills: number): Promise<string> {
  await site.content.publish();
  const step = at % STEPS.length;
  const share = (Math.floor(at / STEPS.length) + 0.5) / Math.ceil(kills / STEPS.length);
  const seconds = site.progress.find((progress) => progress.step === STEPS[step])?.seconds ?? 1;
  const elsewhere = publishElsewhere(site.env);
  await elsewhere.ended(step);
  await sleep(share * 1000 * seconds);
  elsewhere.kill();
  const lines = (await elsewhere.output).trim().split('\n').filter(Boolean);
  return STEPS[Math.min(lines.length, STEPS.length - 1)] as string;
}

interface Poller {
  /** These words may be seen from now on. */
  expect(words: string): void;
  /** No look that begins from now on may see older words. */
  isLive(words: string): void;
  looks(): number;
  /** Counts the looks; @throws the first fault that was seen */
  stop(): Promise<number>;
}

async function openPoller(site: SitePublisher): Promise<Poller> {
  const server = await listen(staticSite({ releasesDir: site.releasesDir }), { port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const map = await (await fetch(`${baseUrl}/sitemap-0.xml`)).text();
  const listed = [...map.matchAll(/<loc>([^<]+)/g)].map((match) => new URL(match[1] as string).pathname);
  const order = [(await site.live('index.html')).match(WORDS)?.[0].slice('cuentas '.length) ?? ''];
  let [newest, looks, isOver] = [0, 0, false];
  let fault: Error | undefined;

  async function look(path: string, encoding: string): Promise<void> {
    const oldest = newest;
    const response = await fetch(baseUrl + path, { headers: { 'accept-encoding': encoding } });
    const html = await response.text();
    const faults = [...faultsOf(response, html), ...(await missingOf(html))];
    const words = new Set([...html.matchAll(WORDS)].map(([, mark]) => mark as string));
    if (path === '/' && words.size !== 1) faults.push(`is mixed of ${words.size} versions`);
    for (const mark of words) {
      const version = order.indexOf(mark);
      if (version < oldest) faults.push(`is version ${version}, and ${oldest} was seen before`);
      newest = Math.max(newest, version);
    }
    if (faults.length > 0) throw new Error(`${path} (${encoding}): ${faults.join(', ')}`);
  }

  async function missingOf(html: string): Promise<string[]> {
    const named = [
      ...new Set([...html.matchAll(/"(\/(?:_astro|fonts)\/[^"?#]+)"/g)].map(([, file]) => file as string)),
    ];
    const file = named[looks % Math.max(1, named.length)];
    if (!file) return [];
    const response = await fetch(baseUrl + file);
    await response.arrayBuffer();
    return response.ok ? [] : [`names ${file}, which answered ${response.status}`];
  }

  const polling = (async () => {
    while (!isOver) {
      const others = Array.from({ length: AT_ONCE - 2 }, (_, nth) => listed[(looks * AT_ONCE + nth) % listed.length]);
      const paths = ['/', '/', ...(others as string[])];
      await Promise.all(paths.map((path, nth) => look(path, nth % 2 === 0 ? 'br' : 'identity')));
      looks += 1;
      await sleep(REST_MS);
    }
  })().catch((error: Error) => {
    fault = error;
  });
  const check = (): void => {
    if (fault) throw fault;
  };
  const markOf = (words: string): string => words.slice('cuentas '.length);
  return {
    expect: (words) => {
      check();
      order.push(markOf(words));
    },
    isLive: (words) => {
      check();
      newest = Math.max(newest, order.indexOf(markOf(words)));
    },
    looks: () => looks,
    stop: async () => {
      isOver = true;
      await polling;
      await server.close();
      check();
      return looks;
    },
  };
}

const INLINE = /<(?:script|style)\b[^>]*>([\s\S]*?)<\/(?:script|style)>/g;

/** A page is mixed, too, when it has the policy of another version. */
function faultsOf({ status, headers }: Response, html: string): string[] {
  const faults: string[] = [];
  if (status !== 200) faults.push(`answered ${status}`);
  if (!html.trimEnd().endsWith('</html>')) faults.push('is cut');
  const policy = headers.get('content-security-policy') ?? '';
  for (const [element, text = ''] of html.matchAll(INLINE)) {
    if (!text || element.startsWith('<script type="application/')) continue;
    const hash = createHash('sha256').update(text).digest('base64');
    if (!policy.includes(hash)) faults.push(`is mixed: its policy does not have ${element.slice(0, 40)}`);
  }
  return faults;
}
