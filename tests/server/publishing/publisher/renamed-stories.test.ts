import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import {
  leadingTo,
  openSitePublisher,
  published,
  renamedTo,
  type SitePublisher,
} from '#tests/support/publishing/site-publisher.ts';

/** The real site, and what visitors are answered; of its pages those that no code links to. */
let site: SitePublisher;
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 1_200_000 });

beforeAll(async () => {
  site = await openSitePublisher();
  published(await site.publish());
});
afterAll(() => site.close());

test('a page that was renamed is found at its former address in both languages, with what was asked', async () => {
  expect(await site.visit('/seguridad/')).toBe('200');
  await site.edit('seguridad', renamedTo('proteccion'));
  const { heldBack, movedPages } = published(await site.publish());
  expect(heldBack).toEqual([]);
  expect(movedPages.map(({ from, to }) => `${from} ${to}`)).toEqual([
    '/seguridad/ /proteccion/',
    '/en/seguridad/ /en/proteccion/',
  ]);
  expect(await site.visit('/seguridad/?utm_source=x')).toBe('308 /proteccion/?utm_source=x');
  expect(await site.visit('/seguridad')).toBe('308 /proteccion/');
  expect(await site.visit('/en/seguridad/')).toBe('308 /en/proteccion/');
  expect(await site.visit('/proteccion/')).toBe('200');
  expect(await site.visit('/inseguridad/')).toBe('404');
  expect(await site.visit('/.moved-pages.json')).toBe('404');
});

test('a link typed to the former address holds nothing up', async () => {
  const undo = await site.edit('como-pagar', leadingTo('si-no-puedes-pagar', 'seguridad'));
  expect(published(await site.publish()).heldBack).toEqual([]);
  expect(await site.live('como-pagar/index.html')).toContain('href="/seguridad/');
  await undo();
  published(await site.publish());
});

test('after a second renaming both former addresses lead to the last one, also after a restart', async () => {
  await site.edit('seguridad', renamedTo('empresa/proteccion'));
  published(await site.publish({ anew: {} }));
  expect(await site.visit('/seguridad/')).toBe('308 /empresa/proteccion/');
  expect(await site.visit('/proteccion/')).toBe('308 /empresa/proteccion/');
  expect(await site.visit('/en/proteccion/')).toBe('308 /en/empresa/proteccion/');
});

test('the pages below a renamed one are found too, each where it is now', async () => {
  expect(await site.visit('/preguntas/costos/')).toBe('404');
  const anchor = /href="\/preguntas\/([\w-]+)\/"/.exec(await site.live('preguntas/index.html'))?.[1];
  expect(anchor).toBeDefined();
  await site.edit('preguntas', renamedTo('ayuda'));
  published(await site.publish());
  expect(await site.visit(`/preguntas/${anchor}/`)).toBe(`308 /ayuda/${anchor}/`);
  expect(await site.visit('/preguntas/')).toBe('308 /ayuda/');
  expect(await site.visit('/preguntas/costos/')).toBe('404');
});

test('a rollback shows the old address again, and what was renamed is found once publishing goes on', async () => {
  await rollBack(site.releasesDir, new Date());
  expect(await site.visit('/preguntas/')).toBe('200');
  expect(await site.visit('/proteccion/')).toBe('308 /empresa/proteccion/');
  await resumePublishing(site.releasesDir);
  published(await site.publish({ anew: {} }));
  expect(await site.visit('/preguntas/')).toBe('308 /ayuda/');
});

test('a new story at a former address wins, for good', async () => {
  const remove = await site.add('proteccion', 'terminos');
  published(await site.publish());
  expect(await site.visit('/proteccion/')).toBe('200');
  expect(await site.visit('/seguridad/')).toBe('308 /empresa/proteccion/');
  await remove();
  published(await site.publish());
  expect(await site.visit('/proteccion/')).toBe('404');
});

test('a story that is taken off has no redirects, and is found again when it comes back elsewhere', async () => {
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
});

async function uuidOf(fullSlug: string): Promise<string> {
  const { stories } = await site.content.editing.list();
  const found = stories.find(({ draft }) => draft.full_slug === fullSlug);
  if (!found) throw new Error(fullSlug);
  return found.draft.uuid;
}

test('an address is forgotten after its days, but not while a page leads to it', async () => {
  const undo = await site.edit('como-pagar', leadingTo('si-no-puedes-pagar', 'seguridad'));
  const soon = { redirectDays: 1e-9 };
  published(await site.publish({ anew: soon }));
  expect(await site.visit('/seguridad/')).toBe('308 /empresa/proteccion/');
  expect(await site.visit('/preguntas/')).toBe('404');
  await undo();
  published(await site.publish({ anew: soon }));
  expect(await site.visit('/seguridad/')).toBe('404');
});

test('where the setting says so, nothing leads to a new address', async () => {
  await site.edit('como-funciona', renamedTo('tu-prestamo'));
  published(await site.publish({ anew: { redirectDays: 0 } }));
  expect(await site.visit('/tu-prestamo/')).toBe('200');
  expect(await site.visit('/como-funciona/')).toBe('404');
});
