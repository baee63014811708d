import { beforeEach, describe, expect, test } from 'vitest';
import type { PublishFacts, PublishFailure } from '#server/publishing/publisher/publish-standing.ts';
import { deadLink, type StoryFault } from '#storyblok/story-fault.ts';
import { withEditor } from '#tests/support/publishing/editor-app.ts';

const { app, ana } = withEditor();
let path: string;
let page: string;
let header: string;
beforeEach(async () => {
  const { draft, path: of } = await app.open('preguntas');
  path = of;
  page = `${draft.content._uid}`;
  header = (draft.content['body'] as { _uid: string }[])[0]?._uid ?? '';
});

const publish = async (title: string) =>
  ana.ask(path, { ...(await ana.formOf(path)), [`${page}.seo_title`]: title, do: 'publish' });
const live = () => ({ release: '000002', contentVersion: app.content().version() });
const BROKEN: StoryFault = { story: 'preguntas', fault: { code: 'required' } };
const FACTS: PublishFacts = { live: undefined, paused: false, heldBack: [], failure: undefined };
const failure = (more: Partial<PublishFailure>): PublishFailure => ({
  step: 'build',
  reason: 'out of disk',
  version: app.content().version(),
  heldBack: [],
  ...more,
});

/** Reads what list, story and publishing page say of the story. */
async function told(): Promise<{ states: readonly unknown[]; texts: readonly string[] }> {
  const list = (await ana.ask('/editor/')).text;
  const row = list.split('<li>').find((one) => one.includes('<code>preguntas</code>')) ?? '';
  const story = (await ana.ask(path)).text;
  const publishing = (await ana.ask(`${path}publishing`)).text;
  const states = [
    /class="badge ([\w-]+)"/.exec(row)?.[1],
    /class="state"><span class="dot ([\w-]+)"/.exec(story)?.[1],
    /data-state="([\w-]+)"/.exec(publishing)?.[1],
  ];
  return { states, texts: [row, story, publishing] };
}
const all = (state: string) => Array(3).fill(state);

test('a publish is publishing until its version is live, in list, story and publishing page, also after a restart', async () => {
  app.view = { ...FACTS, live: live() };
  const answer = await publish('Nuevo');
  expect(answer.to).toBe(`${path}publishing`);
  expect((await told()).states).toEqual(all('publishing'));
  expect((await ana.ask(answer.to)).text).toContain('<progress');
  await app.restart();
  await ana.signIn();
  expect((await told()).states).toEqual(all('publishing'));
  app.view = { ...FACTS, live: live() };
  const { states, texts } = await told();
  expect(states).toEqual(all('live'));
  expect(texts[2]).toContain('href="/preguntas/"');
  expect(texts[2]).not.toContain('<progress');
  expect(texts[2]).toContain('<h1>Publicado: Preguntas frecuentes</h1>');
});

test('a publish of another story does not set this one back to publishing', async () => {
  app.view = { ...FACTS, live: live() };
  const { draft, path: other } = await app.open('requisitos');
  await ana.ask(other, { ...(await ana.formOf(other)), [`${draft.content._uid}.seo_title`]: 'Otra', do: 'publish' });
  expect((await told()).states).toEqual(all('live'));
});

describe('a story that was held back', () => {
  test('says so everywhere, with the reason and the way to the field, also after a restart', async () => {
    await publish('Nuevo');
    const block = { uid: header, component: 'page-header' };
    const faults: StoryFault[] = [{ story: 'preguntas', block, field: 'title', fault: { code: 'required' } }];
    app.view = { ...FACTS, live: live(), heldBack: [{ fullSlug: 'preguntas', faults }] };
    for (let round = 0; round < 2; round += 1) {
      const { states, texts } = await told();
      expect(states).toEqual(all('held-back'));
      for (const text of texts) expect(text).toContain(`href="${path}#f-${header}-title"`);
      await app.restart();
      await ana.signIn();
    }
  });

  test('by a link to nowhere leads to the field with the link', async () => {
    const { draft, path: settings } = await app.open('settings/global');
    const { _uid, component } = (draft.content['header_navigation'] as { _uid: string; component: string }[])[0] ?? {};
    const place = `f-${_uid}-url`;
    const block = { uid: `${_uid}`, component: `${component}` };
    const fault = { story: 'settings/global', block, field: 'url', page: 'index.html', ...deadLink('/tarifas/') };
    app.view = { ...FACTS, live: live(), heldBack: [{ fullSlug: 'settings/global', faults: [fault] }] };
    const shown = (await ana.ask(settings)).text;
    expect(shown).toContain(`href="${settings}#${place}"`);
    expect(shown).toContain(`<input id="${place}"`);
  });

  test('when nothing else was to publish is held back too, and the others are live', async () => {
    app.view = { ...FACTS, live: live() };
    await publish('Nuevo');
    const heldBack = [{ fullSlug: 'preguntas', faults: [BROKEN] }];
    app.view = { ...app.view, failure: failure({ step: 'check', heldBack }) };
    expect((await told()).states).toEqual(all('held-back'));
    app.view = { ...app.view, failure: failure({ step: 'check', heldBack: [{ fullSlug: 'home', faults: [] }] }) };
    expect((await told()).states).toEqual(all('live'));
  });

  test('is publishing again when it is published again', async () => {
    await publish('Nuevo');
    app.view = { ...FACTS, live: live(), heldBack: [{ fullSlug: 'preguntas', faults: [BROKEN] }] };
    await publish('Mejor');
    expect((await told()).states).toEqual(all('publishing'));
  });
});

test('a publish while an operator has rolled back is paused, and shows no progress', async () => {
  const before = live();
  await publish('Nuevo');
  app.view = { ...FACTS, live: before, paused: true };
  const { states, texts } = await told();
  expect(states).toEqual(all('paused'));
  expect(texts.join()).not.toContain('<progress');
  expect(texts[2]).toContain('<h1>Todavía no está en vivo: Preguntas frecuentes</h1>');
  expect(texts[2]).toContain('npm run release -- resume');
});

test('a publish that failed says why; the failure of an earlier publish is not its own', async () => {
  app.view = { ...FACTS, live: live() };
  await publish('Nuevo');
  app.view = { ...app.view, failure: failure({}) };
  const { states, texts } = await told();
  expect(states).toEqual(all('failed'));
  expect(texts[1]).toContain('build: out of disk');
  expect(texts[2]).toContain('build: out of disk');
  await publish('Otra vez');
  expect((await told()).states).toEqual(all('publishing'));
});

test('a story that is taken off is publishing until it is gone, and then a draft', async () => {
  app.view = { ...FACTS, live: live() };
  path = (await app.open('landing')).path;
  const { csrf = '' } = await ana.formOf(path);
  await ana.ask(`${path}unpublish`, { csrf });
  const state = async () => /data-state="([\w-]+)"/.exec((await ana.ask(`${path}publishing`)).text)?.[1];
  expect(await state()).toBe('publishing');
  app.view = { ...FACTS, live: live() };
  expect(await state()).toBe('draft');
  const gone = (await ana.ask(`${path}publishing`)).text;
  expect(gone).toContain('la historia ya no está');
  expect(gone).toContain('<h1>Retirado: Landing</h1>');
  expect(gone).not.toContain('En vivo');
});
