import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readHeldBack } from '#server/publishing/publisher/held-back.ts';
import type { PublishResult } from '#server/publishing/publisher/publisher.ts';
import { compareWithWholeBuild } from '#server/publishing/publisher/verify-release.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import {
  leadingTo,
  openSitePublisher,
  published,
  type SitePublisher,
  sentencesOf,
} from '#tests/support/publishing/site-publisher.ts';

/**
 * Real site, published as in production. A build takes a while, so every change is held to six of them, and the full
 * run to the others. Which stories go live is tried without Astro (publish-run-stories.test.ts).
 */
let site: SitePublisher;
/** The first release, of content with mistakes, and the one after they were mended. */
let first: Extract<PublishResult, { kind: 'published' }>;
let firstPages: Record<'home' | 'how' | 'rates', string | undefined>;
/** As the release itself records it, for a process that starts later. */
let keptHeldBack: unknown[];
/** An edit of another story before anybody has mended them. */
let whileBroken: Extract<PublishResult, { kind: 'published' }>;
let mended: Extract<PublishResult, { kind: 'published' }>;
const TIMEOUT_MS = 600_000;
vi.setConfig({ testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS });
const testAtNight = test.runIf(IS_FULL_RUN);

beforeAll(async () => {
  site = await openSitePublisher();
  const mend = [
    await site.edit('home', (text) => text.replace(/"component": ?"faq-question"/, '"component": "faq-qestion"')),
    await site.edit('tarifas', (text) => text.replace(/"seo_title": ?"[^"]*"/, '"seo_title": ""')),
  ];
  first = published(await site.publish());
  firstPages = await pagesOfFirst();
  keptHeldBack = [await readHeldBack(join(site.env.dataDir, 'releases'))];
  mend.push(await site.edit('quienes-somos', (text) => text.replace(/"seo_title": ?"/, '"seo_title": "Hoy: ')));
  whileBroken = published(await site.publish());
  for (const undo of mend) await undo();
  mended = published(await site.publish());
  keptHeldBack.push(await readHeldBack(join(site.env.dataDir, 'releases')));
});
afterAll(() => site.close());

async function pagesOfFirst(): Promise<typeof firstPages> {
  const page = (file: string): Promise<string | undefined> => site.live(file).catch(() => undefined);
  return {
    home: await page('index.html'),
    how: await page('como-funciona/index.html'),
    rates: await page('tarifas/index.html'),
  };
}

describe('the first release, of content with mistakes', () => {
  test('shows a page without its broken part, leaves out one that is broken as a whole, and says so', () => {
    const told = (slug: string) => sentencesOf(first.heldBack.filter(({ fullSlug }) => fullSlug === slug)).join();
    expect(told('home')).toContain('faq-qestion');
    expect(told('tarifas')).toContain('seo_title');
    expect(firstPages.home).toContain('cuentas claras');
    expect(firstPages.rates).toBeUndefined();
    expect(firstPages.how).toContain('<html lang="es-PE"');
  });

  test('keeps with the release what was held back from it', () => {
    expect(keptHeldBack).toEqual([first.heldBack, []]);
  });

  test('says which pages lead to the one that was left out', () => {
    expect(sentencesOf(first.heldBack).join()).toContain('leads to /tarifas/, which does not exist');
  });

  test('does not keep later edits of other stories from going live', () => {
    expect(whileBroken).toMatchObject({ changed: ['quienes-somos'] });
    expect(whileBroken.heldBack.map(({ fullSlug }) => fullSlug)).toEqual(['home', 'tarifas']);
  });

  test('is followed by one with everything when the mistakes are mended', async () => {
    expect(mended.heldBack).toEqual([]);
    expect(await site.live('tarifas/index.html')).toContain('<html lang="es-PE"');
    const questions = (page: string | undefined): number => page?.match(/<details/g)?.length ?? 0;
    expect(questions(await site.live('index.html'))).toBe(questions(firstPages.home) + 1);
  });
});

test('a build writes nothing beside the code', async () => {
  const { repoDir } = site.env;
  const beside = ['.config', 'astro.config.mjs', 'node_modules', 'package-lock.json', 'package.json', 'public', 'src'];
  expect((await readdir(repoDir)).sort()).toEqual([...beside, 'tsconfig.json']);
  expect((await readdir(join(repoDir, 'node_modules'))).filter((name) => /^\.(?:vite|astro)/.test(name))).toEqual([]);
});

describe('an edit', () => {
  let remove: () => Promise<void>;

  test('shows, and a new story has its pages and is in the sitemap; pages beside it stay as the cache has them', async () => {
    const cached = join(site.env.dataDir, 'cache/dist/cookies/index.html');
    const finished = await readFile(cached, 'utf8');
    expect(finished).toBe(await site.live('cookies/index.html'));
    // Finishing it once more would take this hash away, because it is not the hash of a script of the page.
    const marked = finished.replace(/(content-security-policy" content="[^"]*?script-src )/, "$1'sha256-cached=' ");
    expect(marked).not.toBe(finished);
    await writeFile(cached, marked);
    await site.say('cuentas clarísimas');
    remove = await site.add('novedades', 'quienes-somos');
    const result = published(await site.publish());
    expect(result).toMatchObject({ changed: ['home', 'novedades'], heldBack: [] });
    expect(result.steps.map(({ step }) => step)).toEqual(['sync', 'check', 'build', 'gate', 'release']);
    expect(await site.live('index.html')).toContain('cuentas clarísimas');
    expect(await site.live('en/novedades/index.html')).toContain('<html lang="en"');
    expect(await site.live('sitemap-0.xml')).toContain('/novedades/');
    expect(await site.live('cookies/index.html')).toBe(marked);
    await writeFile(cached, finished);
  });

  test('when nothing was published there is nothing to do', async () => {
    expect(await site.publish()).toMatchObject({ kind: 'unchanged' });
    expect(site.progress.map(({ step }) => step)).toEqual(['sync']);
  });

  test('with mistakes in blocks and in pages keeps those stories, names them, and the others go live', async () => {
    await remove();
    await site.say('cuentas honestas');
    const undo = [
      await site.edit('preguntas', (text) =>
        text.replace(/"component": ?"faq-question"/, '"component": "faq-qestion"'),
      ),
      await site.edit('quienes-somos', (text) =>
        text.replace(/"seo_title": ?"[^"]*"/, '"seo_title": "Desde {no_such_figure}"'),
      ),
      // No schema knows which products there are: it is the build that fails.
      await site.edit('tarifas', (text) => text.replace(/"product_id": ?"?\d+"?/, '"product_id": "99"')),
    ];
    const { heldBack } = published(await site.publish());
    const sentences = Object.fromEntries(heldBack.map((story) => [story.fullSlug, sentencesOf([story]).join()]));
    expect(Object.keys(sentences).sort()).toEqual(['preguntas', 'quienes-somos', 'tarifas']);
    const tarifas = heldBack.find(({ fullSlug }) => fullSlug === 'tarifas');
    const block = { component: 'representative-example', uid: expect.any(String) };
    const fault = { code: 'no_such_product', values: { product: 99 } };
    expect(tarifas?.faults).toEqual([{ story: 'tarifas', block, field: 'product_id', fault }]);
    expect(sentences['preguntas']).toMatch(/story "preguntas", block "faq-qestion" .*: there is no such block/);
    expect(sentences['quienes-somos']).toContain('{no_such_figure}');
    expect(await site.live('index.html')).toContain('cuentas honestas');
    expect(await site.live('preguntas/index.html')).toContain('href="/preguntas/');
    await expect(site.live('novedades/index.html')).rejects.toThrow('ENOENT');
    expect(await site.live('sitemap-0.xml')).not.toContain('/novedades/');
    for (const mend of undo) await mend();
  });

  testAtNight('of the settings shows on every page', async () => {
    const undo = await site.edit('settings-global', (text) => text.replaceAll('"Mañay"', '"Mañay Perú"'));
    expect(published(await site.publish()).heldBack).toEqual([]);
    expect(await site.live('preguntas/index.html')).toContain('Mañay Perú');
    await undo();
    await site.publish();
  });

  testAtNight('of a text shows, in its language', async () => {
    const before = await site.live('tarifas/index.html');
    expect(before).toContain('Libro de Reclamaciones');
    const all = site.texts.flatMap(({ entries }) => entries);
    const named = all.filter(({ value }) => value === 'Libro de Reclamaciones');
    for (const text of named) text.value = 'Nuestro Libro de Reclamaciones';
    published(await site.publish());
    expect(await site.live('tarifas/index.html')).toContain('Nuestro Libro de Reclamaciones');
    for (const text of named) text.value = 'Libro de Reclamaciones';
    published(await site.publish());
    expect(await site.live('tarifas/index.html')).toBe(before);
  });

  testAtNight(
    'after all of them the site is, byte for byte, what a whole build of the same content makes',
    async () => {
      const compared = await compareWithWholeBuild(site.env, AbortSignal.timeout(TIMEOUT_MS));
      expect(compared).toEqual({ kind: 'compared', files: expect.any(Number), different: [] });
      expect(compared.kind === 'compared' && compared.files).toBeGreaterThan(150);
    },
  );
});

testAtNight('a mistake in the footer keeps the settings as they were, and is told once, at its field', async () => {
  const undo = await site.edit('settings-global', leadingTo('tarifas', 'tarrifas'));
  await site.say('cuentas de vidrio');
  const { heldBack } = published(await site.publish());
  expect(heldBack).toMatchObject([{ fullSlug: 'settings/global' }]);
  const place = { story: 'settings/global', block: { component: 'navigation-link' }, field: 'url' };
  expect(heldBack[0]?.faults).toMatchObject([{ ...place, leadsTo: '/tarrifas/' }]);
  expect(await site.live('index.html')).toContain('cuentas de vidrio');
  await undo();
  expect(published(await site.publish()).heldBack).toEqual([]);
});

describe('a page that is taken off', () => {
  testAtNight('stays while others lead to it, who are named, and everything else goes live', async () => {
    const publishAgain = await takeOff('preguntas');
    await site.say('cuentas en la mesa');
    const { heldBack } = published(await site.publish());
    expect(heldBack).toMatchObject([{ fullSlug: 'preguntas' }]);
    expect(sentencesOf(heldBack)).toEqual([expect.stringMatching(/"preguntas": was taken off, and these still lead/)]);
    expect(await site.live('preguntas/index.html')).toContain('href="/preguntas/');
    expect(await site.live('index.html')).toContain('cuentas en la mesa');
    expect(await site.publish()).toMatchObject({ kind: 'unchanged' });
    await publishAgain();
    published(await site.publish());
  });

  testAtNight('goes as soon as nothing leads to it', async () => {
    await site.add('novedades', 'quienes-somos');
    const undo = await site.edit('como-pagar', leadingTo('si-no-puedes-pagar', 'novedades'));
    published(await site.publish());
    expect(await site.live('como-pagar/index.html')).toContain('href="/novedades/');
    await takeOff('novedades');
    expect(await site.publish()).toMatchObject({
      kind: 'failed',
      step: 'check',
      reason: expect.stringContaining('story "novedades": was taken off, and these still lead to it: "como-pagar";'),
    });
    await undo();
    const result = published(await site.publish());
    expect(result).toMatchObject({ heldBack: [] });
    await expect(site.live('novedades/index.html')).rejects.toThrow('ENOENT');
  });
});

/** Removes a story's file; call what it returns to bring it back. */
async function takeOff(slug: string): Promise<() => Promise<void>> {
  const folder = join(site.env.dataDir, '../content/stories/manay');
  const name = (await readdir(folder)).find((story) => story.startsWith(`${slug}_`)) as string;
  const text = await readFile(join(folder, name), 'utf8');
  await rm(join(folder, name));
  return () => writeFile(join(folder, name), text);
}

testAtNight(
  'maintenance closes the whole site in one release, and opens it in the next',
  {
    tags: 'spec-1.7',
  },
  async () => {
    const undo = await site.edit('settings-global', (text) =>
      text.replace(/"maintenance_on": ?false/, '"maintenance_on": true'),
    );
    expect(published(await site.publish()).release.maintenance).toBe(true);
    expect(JSON.parse(await site.live('maintenance.json'))).toEqual({ maintenance: true });
    await undo();
    expect(published(await site.publish()).release.maintenance).toBe(false);
    expect(JSON.parse(await site.live('maintenance.json'))).toEqual({ maintenance: false });
  },
);
