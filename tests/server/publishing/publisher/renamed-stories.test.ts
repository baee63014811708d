import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import type { PublishResult } from '#server/publishing/publisher/publisher.ts';
import { resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import {
  leadingTo,
  openSitePublisher,
  renamedTo,
  type SitePublisher,
} from '#tests/support/publishing/site-publisher.ts';

/** The real site, and what visitors are answered. */
let site: SitePublisher;
const TIMEOUT_MS = 240_000;

beforeAll(async () => {
  site = await openSitePublisher();
  published(await site.publish());
}, TIMEOUT_MS);
afterAll(() => site.close());

function published(result: PublishResult): Extract<PublishResult, { kind: 'published' }> {
  if (result.kind === 'failed') throw new Error(`${result.step}: ${result.reason}`);
  expect(result.kind).toBe('published');
  return result as Extract<PublishResult, { kind: 'published' }>;
}

/** The same publisher after a restart, or with another setting. */
async function publishAnew(changes: Partial<SitePublisher['env']> = {}): Promise<PublishResult> {
  await site.content.publish();
  const untold = { onVersion: () => undefined, onProgress: () => undefined };
  const { signal } = new AbortController();
  return createPublishRun({ ...site.env, ...changes })({ force: false, allowFewerPages: false, signal, ...untold });
}

test(
  'a page that was renamed is found at its former address in both languages, with what was asked',
  async () => {
    expect(await site.visit('/quienes-somos/')).toBe('200');
    await site.edit('quienes-somos', renamedTo('nosotros'));
    const { heldBack, movedPages } = published(await site.publish());
    expect(heldBack).toEqual([]);
    expect(movedPages.map(({ from, to }) => `${from} ${to}`)).toEqual([
      '/quienes-somos/ /nosotros/',
      '/en/quienes-somos/ /en/nosotros/',
    ]);
    expect(await site.visit('/quienes-somos/?utm_source=x')).toBe('308 /nosotros/?utm_source=x');
    expect(await site.visit('/quienes-somos')).toBe('308 /nosotros/');
    expect(await site.visit('/en/quienes-somos/')).toBe('308 /en/nosotros/');
    expect(await site.visit('/nosotros/')).toBe('200');
    expect(await site.visit('/quienes-fuimos/')).toBe('404');
    expect(await site.visit('/.moved-pages.json')).toBe('404');
  },
  TIMEOUT_MS,
);

test(
  'a link that somebody typed to the former address holds nothing up',
  async () => {
    const undo = await site.edit('como-pagar', leadingTo('si-no-puedes-pagar', 'quienes-somos'));
    expect(published(await site.publish()).heldBack).toEqual([]);
    expect(await site.live('como-pagar/index.html')).toContain('href="/quienes-somos/');
    await undo();
    published(await site.publish());
  },
  TIMEOUT_MS,
);

test(
  'after a second renaming both former addresses lead to the last one, also after a restart',
  async () => {
    await site.edit('quienes-somos', renamedTo('empresa/nosotros'));
    published(await publishAnew());
    expect(await site.visit('/quienes-somos/')).toBe('308 /empresa/nosotros/');
    expect(await site.visit('/nosotros/')).toBe('308 /empresa/nosotros/');
    expect(await site.visit('/en/nosotros/')).toBe('308 /en/empresa/nosotros/');
  },
  TIMEOUT_MS,
);

test(
  'the pages below a renamed one are found too, each where it is now',
  async () => {
    expect(await site.visit('/preguntas/costos/')).toBe('404');
    const anchor = /href="\/preguntas\/([\w-]+)\/"/.exec(await site.live('preguntas/index.html'))?.[1];
    expect(anchor).toBeDefined();
    await site.edit('preguntas', renamedTo('ayuda'));
    published(await site.publish());
    expect(await site.visit(`/preguntas/${anchor}/`)).toBe(`308 /ayuda/${anchor}/`);
    expect(await site.visit('/preguntas/')).toBe('308 /ayuda/');
    expect(await site.visit('/preguntas/costos/')).toBe('404');
  },
  TIMEOUT_MS,
);

test(
  'a rollback shows the old address again, and what was renamed is found once publishing goes on',
  async () => {
    await rollBack(site.releasesDir, new Date());
    expect(await site.visit('/preguntas/')).toBe('200');
    expect(await site.visit('/nosotros/')).toBe('308 /empresa/nosotros/');
    await resumePublishing(site.releasesDir);
    published(await publishAnew());
    expect(await site.visit('/preguntas/')).toBe('308 /ayuda/');
  },
  TIMEOUT_MS,
);

test(
  'a new story at a former address wins, for good',
  async () => {
    const remove = await site.add('nosotros', 'terminos');
    published(await site.publish());
    expect(await site.visit('/nosotros/')).toBe('200');
    expect(await site.visit('/quienes-somos/')).toBe('308 /empresa/nosotros/');
    await remove();
    published(await site.publish());
    expect(await site.visit('/nosotros/')).toBe('404');
  },
  TIMEOUT_MS,
);

test(
  'a story that is taken off leads nobody to nothing, and is found again when it comes back elsewhere',
  async () => {
    const remove = await site.add('novedades', 'terminos');
    published(await site.publish());
    const put = await site.edit('novedades', renamedTo('noticias'));
    published(await site.publish());
    expect(await site.visit('/novedades/')).toBe('308 /noticias/');
    await site.content.editing.unpublish(await uuidOf('noticias'));
    published(await site.publish());
    expect(await site.visit('/novedades/')).toBe('404');
    expect(await site.visit('/noticias/')).toBe('404');
    await put();
    const back = await site.edit('novedades', renamedTo('avisos'));
    await site.content.editing.publish(await uuidOf('avisos'));
    published(await site.publish());
    expect(await site.visit('/novedades/')).toBe('308 /avisos/');
    expect(await site.visit('/noticias/')).toBe('308 /avisos/');
    await back();
    await remove();
    published(await site.publish());
    expect(await site.visit('/novedades/')).toBe('404');
  },
  TIMEOUT_MS,
);

async function uuidOf(fullSlug: string): Promise<string> {
  const { stories } = await site.content.editing.list();
  const found = stories.find(({ draft }) => draft.full_slug === fullSlug);
  if (!found) throw new Error(fullSlug);
  return found.draft.uuid;
}

test(
  'an address is forgotten after its days, but not while a page leads to it',
  async () => {
    const undo = await site.edit('como-pagar', leadingTo('si-no-puedes-pagar', 'quienes-somos'));
    const soon = { redirectDays: 1e-9 };
    published(await publishAnew(soon));
    expect(await site.visit('/quienes-somos/')).toBe('308 /empresa/nosotros/');
    expect(await site.visit('/preguntas/')).toBe('404');
    await undo();
    published(await publishAnew(soon));
    expect(await site.visit('/quienes-somos/')).toBe('404');
  },
  TIMEOUT_MS,
);

test(
  'where the setting says so, nothing leads to a new address',
  async () => {
    await site.edit('requisitos', renamedTo('que-necesitas'));
    published(await publishAnew({ redirectDays: 0 }));
    expect(await site.visit('/que-necesitas/')).toBe('200');
    expect(await site.visit('/requisitos/')).toBe('404');
  },
  TIMEOUT_MS,
);
