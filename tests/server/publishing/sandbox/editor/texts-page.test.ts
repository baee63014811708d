import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EditorApp, type EditorBrowser, openEditorApp } from '#tests/support/publishing/editor-app.ts';
import { readEditorForm, sentAgain } from '#tests/support/publishing/editor-form.ts';

let app: EditorApp;
let ana: EditorBrowser;
let luis: EditorBrowser;
beforeEach(async () => {
  app = await openEditorApp();
  [ana, luis] = [app.browser(), app.browser()];
  await ana.signIn();
  await luis.signIn();
});
afterEach(() => app.close());

const KEY = 'personal_yes';
const PATH = '/editor/texts/?q=personal_yes';

/** What visitors are given. */
async function published(key: string, language?: 'en'): Promise<string | undefined> {
  const query = `token=public&datasource=application&per_page=1000&cv=${app.content().version()}${language ? `&dimension=${language}` : ''}`;
  const answer = await app.content().app.request(`/v2/cdn/datasource_entries?${query}`);
  const entries = (await answer.json()).datasource_entries as {
    name: string;
    value: string;
    dimension_value?: string;
  }[];
  const entry = entries.find(({ name }) => name === key);
  return language ? entry?.dimension_value : entry?.value;
}

test('a text is found by its key, its Spanish and its English, accents and capitals left aside', async () => {
  const found = async (query: string) =>
    [...(await ana.ask(`/editor/texts/?q=${encodeURIComponent(query)}`)).text.matchAll(/<legend><code>([^<]+)</g)].map(
      ([, key]) => key,
    );
  expect(await found('personal_yes')).toContain(KEY);
  const words = (await ana.ask(PATH)).text;
  expect(words).toContain('name="es.personal_yes"');
  expect(words).toContain('name="en.personal_yes"');
  expect(await found('SI')).toContain(KEY);
  expect(await found('sí')).toContain(KEY);
  expect(await found('no hay nada que diga esto')).toEqual([]);
});

test('every text can be reached', async () => {
  const texts = await app.content().editing.texts.list();
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { text } = await ana.ask(`/editor/texts/?page=${page}`);
    for (const [, key = ''] of text.matchAll(/<legend><code>([^<]+)</g)) seen.add(key);
    if (!text.includes(`page=${page + 1}"`)) break;
  }
  expect(texts.length).toBeGreaterThan(1000);
  expect(seen).toEqual(new Set(texts.map(({ key }) => key)));
});

test('both languages of a text are saved and published with one press, and blank is the original again', async () => {
  const form = await ana.formOf(PATH);
  const [before, version] = [await published(KEY), app.content().version()];
  const answer = await ana.ask(PATH, { ...form, [`es.${KEY}`]: 'Claro', [`en.${KEY}`]: 'Sure' });
  expect(answer.to).toBe(`${PATH}&saved=2`);
  expect(await published(KEY)).toBe('Claro');
  expect(await published(KEY, 'en')).toBe('Sure');
  expect(app.content().version()).toBeGreaterThan(version);
  const shown = (await ana.ask(answer.to)).text;
  expect(shown).toContain('Cambios guardados: 2.');
  expect(shown).toContain(`de origen: «${before}»`);
  await app.restart();
  await ana.signIn();
  expect(await published(KEY)).toBe('Claro');
  await ana.ask(PATH, { ...(await ana.formOf(PATH)), [`es.${KEY}`]: '' });
  expect(await published(KEY)).toBe(before);
  expect(JSON.parse(readFileSync(join(app.stateDir, 'edits/texts.json'), 'utf8'))).toEqual({ [KEY]: { en: 'Sure' } });
  // It is the original already: nothing is said to be saved.
  expect((await ana.ask(PATH, { ...(await ana.formOf(PATH)), [`es.${KEY}`]: '' })).to).toBe(PATH);
});

test('where the texts stand is told: on the way, live, paused', async () => {
  const state = async () => /role="status"><strong>([^<]+)</.exec((await ana.ask(PATH)).text)?.[1];
  await ana.ask(PATH, { ...(await ana.formOf(PATH)), [`es.${KEY}`]: 'Claro' });
  const release = (contentVersion: number) => ({
    release: '000002',
    contentVersion,
    builtAt: new Date().toISOString(),
  });
  app.view = { ...app.view, live: release(app.content().version() - 1) };
  expect(await state()).toBe('Publicando');
  expect((await ana.ask(PATH)).text).not.toContain('notice bad');
  app.view = { ...app.view, paused: true };
  expect(await state()).toBe('En pausa');
  app.view = { ...app.view, paused: false, live: release(app.content().version()) };
  expect(await state()).toBe('En vivo');
});

test('two people with one text: the second is shown the words of the first, and nothing of hers is lost', async () => {
  const [first, second] = [await ana.formOf(PATH), await luis.formOf(PATH)];
  await ana.ask(PATH, { ...first, [`es.${KEY}`]: 'De Ana', [`en.${KEY}`]: 'Ana’s' });
  const asked = await luis.ask(PATH, { ...second, [`es.${KEY}`]: 'De Luis' });
  expect(asked.status).toBe(409);
  expect(asked.text).toContain('guardado mientras tanto: «De Ana»');
  expect(asked.text).toContain('guardado mientras tanto: «Ana’s»');
  expect(asked.text).toMatch(/name="es\.personal_yes"[^>]*>De Luis</);
  expect(await published(KEY)).toBe('De Ana');
  expect((await luis.ask(PATH, { ...readEditorForm(asked.text), [`en.${KEY}`]: 'Ana’s' })).status).toBe(303);
  expect(await published(KEY)).toBe('De Luis');
  expect(await published(KEY, 'en')).toBe('Ana’s');
});

test('saves at the same moment: one is refused, and nothing of it is lost', async () => {
  const [first, second] = [await ana.formOf(PATH), await luis.formOf(PATH)];
  const answers = await Promise.all([
    ana.ask(PATH, { ...first, [`es.${KEY}`]: 'De Ana' }),
    luis.ask(PATH, { ...second, [`es.${KEY}`]: 'De Luis' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(answers.find(({ status }) => status === 409)?.text).toMatch(/De (?:Ana|Luis)<\/textarea>/);
});

test('a value that a text is not given is told at its field, and nothing is saved', async () => {
  const answer = await ana.ask(PATH, {
    ...(await ana.formOf(PATH)),
    [`es.${KEY}`]: 'Sí, {amount}',
    [`en.${KEY}`]: 'Aye',
  });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('nombra {amount}, que este texto no recibe; recibe: ninguna cifra');
  expect(answer.text).toContain('>Aye</textarea>');
  expect(await published(KEY, 'en')).not.toBe('Aye');
});

test('what was typed is saved with the sign-in at the end of a session', async () => {
  const typed = { ...(await ana.formOf(PATH)), [`es.${KEY}`]: 'Escrito' };
  await app.restart();
  const ended = await ana.ask(PATH, typed);
  expect(ended.status).toBe(401);
  expect((await ana.ask(PATH, { ...sentAgain(ended.text), token: app.token })).status).toBe(303);
  expect(await published(KEY)).toBe('Escrito');
});
