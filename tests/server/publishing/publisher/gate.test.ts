import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type GateOptions, inspectSite } from '#server/publishing/publisher/gate.ts';
import { factsOf, readSite } from '#server/publishing/publisher/site-manifest.ts';
import { faultSentence } from '#storyblok/story-fault.ts';
import { page, SMALL_SITE, scratchDir, writeSite } from '#tests/support/browser/site.ts';

interface Inspected {
  readonly pages: number;
  readonly problems: readonly string[];
}

async function inspect(
  files: Readonly<Record<string, string>>,
  options: Partial<GateOptions> = {},
): Promise<Inspected> {
  const directory = join(await scratchDir(), 'dist');
  await writeSite(directory, files);
  const site = await readSite(directory);
  const report = inspectSite(site, { livePages: undefined, allowFewerPages: false, movedPages: [], ...options });
  return { ...report, problems: report.problems.map((problem) => faultSentence(problem)) };
}

function without(file: string): Record<string, string> {
  return Object.fromEntries(Object.entries(SMALL_SITE).filter(([name]) => name !== file));
}

describe('the gate before a release', () => {
  test('lets a whole site through and counts its pages', async () => {
    const report = await inspect(SMALL_SITE);
    expect(report.problems).toEqual([]);
    expect(report.pages).toBe(4);
  });

  test.each(['index.html', 'en/index.html', '404.html'])('stops a site without %s', async (file) => {
    expect((await inspect(without(file))).problems).toContain(`page /${file}: is missing`);
  });

  test('stops a page whose script does not exist, and names both', async () => {
    const { problems } = await inspect(without('_astro/a.B1.js'));
    expect(problems).toEqual(['page /index.html: uses /_astro/a.B1.js, which does not exist']);
  });

  test('stops a page without a policy', { tags: 'asvs-3.4.3' }, async () => {
    const { problems } = await inspect({ ...SMALL_SITE, 'x/index.html': '<!doctype html><title>x</title>' });
    expect(problems).toEqual(['page /x/index.html: has no Content-Security-Policy']);
  });

  test('stops a link that leads nowhere, and names page and link', async () => {
    const { problems } = await inspect({
      ...SMALL_SITE,
      'x/index.html': page('<a class="b" href="/nada/#aqui">nada</a>'),
    });
    expect(problems).toEqual(['page /x/index.html: leads to /nada/, which does not exist']);
  });

  test('lets links to pages, with and without their slash, to files, to the API and to other hosts through', async () => {
    const links = [
      '/',
      '/en/',
      '/preguntas',
      '/preguntas/?a=1#b',
      '/_astro/a.B1.js',
      '/api/docs',
      'https://x.pe/y',
      '//x.pe/y',
    ];
    const body = links.map((href) => `<a href="${href}">x</a>`).join('');
    expect((await inspect({ ...SMALL_SITE, 'x/index.html': page(body) })).problems).toEqual([]);
  });

  test('lets links to the former address of a page that moved through', async () => {
    const site = { ...SMALL_SITE, 'x/index.html': page('<a href="/dudas">x</a><a href="/dudas/">x</a>') };
    expect((await inspect(site)).problems).toHaveLength(2);
    const movedPages = [{ from: '/dudas/', to: '/preguntas/', until: '2027-11-23' }];
    expect((await inspect(site, { movedPages })).problems).toEqual([]);
  });

  test('stops a page that is too heavy', async () => {
    const { problems } = await inspect({ ...SMALL_SITE, 'x/index.html': page('á'.repeat(160_000)) });
    expect(problems).toEqual(['page /x/index.html: has 320 KB of HTML, and 300 KB are allowed']);
  });

  test('stops a site that lost more than a tenth of its pages, unless the operator allows it', async () => {
    const { problems } = await inspect(SMALL_SITE, { livePages: 20 });
    expect(problems).toEqual(['16 of 20 pages would be gone; if that is meant, publish with --fewer-pages']);
    expect((await inspect(SMALL_SITE, { livePages: 20, allowFewerPages: true })).problems).toEqual([]);
    expect((await inspect(SMALL_SITE, { livePages: 5 })).problems).toEqual([]);
  });
});

test('what the gate wants to know of a page is read once', () => {
  const html = page('<a href="/preguntas/?a=1#b">x</a><a href="/preguntas/">y</a><script src="/_astro/a.js"></script>');
  expect(factsOf(html)).toEqual({
    bytes: html.length,
    policy: "default-src 'none'; script-src 'self' 'sha256-AAA='; style-src 'self'",
    links: ['/preguntas/'],
    assets: ['_astro/a.js'],
  });
});

describe('the facts of a build', () => {
  test('are those of the page as it is now, whatever its time and length say', async () => {
    const directory = join(await scratchDir(), 'dist');
    const linksTo = async (path: string) => {
      await writeSite(directory, { 'x/index.html': page(`<a href="${path}">x</a>`) });
      await utimes(join(directory, 'x/index.html'), 1, 1);
      return (await readSite(directory)).pages.get('x/index.html')?.links;
    };
    for (const path of ['/tarifas/', '/ninguna/', '/tarifas/']) expect(await linksTo(path)).toEqual([path]);
  });

  test('do not keep whole pages in memory: of thousands that is half a gigabyte', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const usedMb = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const before = usedMb();
    const facts = Array.from({ length: 100 }, (_, at) =>
      factsOf(Buffer.from(`${page(`<a href="/una-pagina-larga-${at}/">x</a>`)}${'x'.repeat(200_000)}`).toString()),
    );
    expect(usedMb() - before).toBeLessThan(5);
    expect(facts[7]?.links).toEqual(['/una-pagina-larga-7/']);
  });
});
