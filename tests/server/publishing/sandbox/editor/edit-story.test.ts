import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EditorApp, type EditorBrowser, openEditorApp } from '#tests/support/publishing/editor-app.ts';

let app: EditorApp;
let ana: EditorBrowser;
let luis: EditorBrowser;
let path: string;
let page: string;
let header: string;
beforeEach(async () => {
  app = await openEditorApp();
  [ana, luis] = [app.browser(), app.browser()];
  await ana.signIn();
  await luis.signIn();
  const { draft } = await app.storyOf('preguntas');
  path = `/editor/stories/${draft.uuid}/`;
  page = `${draft.content._uid}`;
  header = (draft.content['body'] as { _uid: string }[])[0]?._uid ?? '';
});
afterEach(() => app.close());

const saved = async () => (await app.storyOf('preguntas')).draft.content;
const headerOf = async () =>
  ((await saved())['body'] as { _uid: string; title: string }[]).find(({ _uid }) => _uid === header);

/** The inputs of the page on which somebody chooses. */
function choicesIn(text: string): { readonly form: Record<string, string>; readonly options: string[][] } {
  const unescaped = (value: string) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const radios = [...text.matchAll(/<input type="radio" id="[^"]+" name="([^"]+)" value="([^"]+)" required>/g)];
  return {
    form: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescaped(value)])),
    options: radios.map(([, name = '', value = '']) => [name, value]),
  };
}

describe('two people with one story', () => {
  test('each keeps what they wrote in another field or block, and the second is told', async () => {
    const [first, second] = [await ana.formOf(path), await luis.formOf(path)];
    await ana.ask(path, { ...first, [`${page}.seo_title`]: 'De Ana', do: 'save' });
    const answer = await luis.ask(path, { ...second, [`${header}.title`]: 'De Luis', do: 'save' });
    expect(answer).toMatchObject({ status: 303, to: `${path}?saved=merged` });
    expect((await luis.ask(answer.to)).text).toContain('junto con lo que otra persona guardó mientras tanto');
    expect((await saved())['seo_title']).toBe('De Ana');
    expect((await headerOf())?.title).toBe('De Luis');
  });

  test('the second of them publishes both', async () => {
    const [first, second] = [await ana.formOf(path), await luis.formOf(path)];
    await ana.ask(path, { ...first, [`${page}.seo_title`]: 'De Ana', do: 'publish' });
    await luis.ask(path, { ...second, [`${header}.title`]: 'De Luis', do: 'publish' });
    const { published } = await app.storyOf('preguntas');
    expect(published?.content['seo_title']).toBe('De Ana');
    expect(published?.content).toEqual(await saved());
    expect((await headerOf())?.title).toBe('De Luis');
  });

  test('one adds a block while the other removes one and a third of a minute later types', async () => {
    const [first, second] = [await ana.formOf(path), await luis.formOf(path)];
    const body = `${page}.body`;
    await ana.ask(path, { ...first, [`${body}.add`]: 'contacts', do: `add:${body}` });
    await luis.ask(path, { ...second, [`${page}.seo_title`]: 'De Luis', do: `remove:${header}` });
    const content = await saved();
    expect((content['body'] as { component: string }[]).map(({ component }) => component)).toEqual([
      'faq-cords',
      'contacts',
      'contacts',
    ]);
    expect(content['seo_title']).toBe('De Luis');
  });

  test.each([
    ['mine', 'De Luis'],
    ['theirs', 'De Ana'],
  ])('where both changed one field both texts are shown, and “%s” is what stays', async (side, stays) => {
    const [first, second] = [await ana.formOf(path), await luis.formOf(path)];
    await ana.ask(path, { ...first, [`${page}.seo_title`]: 'De Ana', do: 'save' });
    const typed = { [`${page}.seo_title`]: 'De Luis', [`${header}.title`]: 'Otro\nrenglón' };
    const asked = await luis.ask(path, { ...second, ...typed, do: 'save' });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('<pre>De Ana</pre>');
    expect(asked.text).toContain('<pre>De Luis</pre>');
    expect(asked.text).toContain('Página › Título SEO');
    expect((await saved())['seo_title']).toBe('De Ana');

    const { form, options } = choicesIn(asked.text);
    expect(options).toHaveLength(2);
    const [name = '', value = ''] = options.find(([, one]) => one?.startsWith(side)) ?? [];
    expect((await luis.ask(path, { ...form, [name]: value })).status).toBe(303);
    expect((await saved())['seo_title']).toBe(stays);
    expect((await headerOf())?.title).toBe('Otro\nrenglón');
  });

  test('a block that one removed and the other changed is shown with its texts in both languages', async () => {
    const english = `${path}?lang=en`;
    const [first, second] = [await ana.formOf(english), await luis.formOf(path)];
    await ana.ask(english, { ...first, [`${header}.title__i18n__en`]: 'By Ana, in English', do: 'save' });
    const asked = await luis.ask(path, { ...second, do: `remove:${header}` });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('Título (en): By Ana, in English');
    const { form, options } = choicesIn(asked.text);
    const [name = '', value = ''] = options.find(([, one]) => one?.startsWith('theirs')) ?? [];
    const { to } = await luis.ask(path, { ...form, [name]: value });
    expect(await headerOf()).toBeDefined();
    // It is still there: nobody is told otherwise.
    expect(to).toBe(`${path}?saved=merged`);
    expect((await luis.ask(`${path}?removed=${header}`)).text).not.toContain('El bloque ya no está en el borrador');
  });

  test('what was typed into a block that is gone for twenty saves is given back, and the rest is saved', async () => {
    const old = await luis.formOf(path);
    const save = async (more: Record<string, string>) =>
      ana.ask(path, { ...(await ana.formOf(path)), do: 'save', ...more });
    await save({ do: `remove:${header}` });
    for (let at = 0; at < 20; at += 1) await save({ [`${page}.seo_title`]: `Título ${at}` });
    const typed = { [`${header}.title`]: 'De Luis, en un bloque que ya no está', [`${page}.seo_title`]: 'Título 19' };
    const asked = await luis.ask(path, { ...old, ...typed, do: 'save' });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('\nDe Luis, en un bloque que ya no está</textarea>');
    const { form } = choicesIn(asked.text);
    expect(Object.keys(form).some((name) => name.startsWith(`${header}.`))).toBe(false);
    expect((await luis.ask(path, form)).to).toBe(`${path}?saved`);
    expect((await saved())['seo_title']).toBe('Título 19');
  });

  test('what was typed into a story that is gone is given back', async () => {
    const form = await luis.formOf(path);
    const nowhere = '/editor/stories/11111111-1111-4111-8111-111111111111/';
    const answer = await luis.ask(nowhere, { ...form, [`${page}.seo_title`]: 'De Luis', do: 'save' });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('\nDe Luis</textarea>');
  });

  test('a choice holds for the text that was shown: a newer one is asked again', async () => {
    const [first, second] = [await ana.formOf(path), await luis.formOf(path)];
    await ana.ask(path, { ...first, [`${page}.seo_title`]: 'De Ana', do: 'save' });
    const { form, options } = choicesIn(
      (await luis.ask(path, { ...second, [`${page}.seo_title`]: 'De Luis', do: 'save' })).text,
    );
    await ana.ask(path, { ...(await ana.formOf(path)), [`${page}.seo_title`]: 'De Ana otra vez', do: 'save' });
    const [name = '', value = ''] = options.find(([, one]) => one?.startsWith('mine')) ?? [];
    const again = await luis.ask(path, { ...form, [name]: value });
    expect(again.status).toBe(409);
    expect(again.text).toContain('De Ana otra vez');
    expect((await saved())['seo_title']).toBe('De Ana otra vez');
  });

  test('after a restart what each typed is still told apart', async () => {
    const second = await luis.formOf(path);
    await ana.ask(path, { ...(await ana.formOf(path)), [`${page}.seo_title`]: 'De Ana', do: 'save' });
    await app.restart();
    await luis.signIn();
    const { csrf = '' } = await luis.formOf(path);
    await luis.ask(path, { ...second, csrf, [`${header}.title`]: 'De Luis', do: 'save' });
    expect((await saved())['seo_title']).toBe('De Ana');
    expect((await headerOf())?.title).toBe('De Luis');
  });

  test('saves at the same moment lose nothing', async () => {
    const { csrf: own = '', ...form } = await ana.formOf(path);
    const { csrf = '' } = await luis.formOf(path);
    await Promise.all([
      ana.ask(path, { ...form, csrf: own, [`${page}.seo_title`]: 'De Ana', do: 'save' }),
      luis.ask(path, { ...form, csrf, [`${header}.title`]: 'De Luis', do: 'save' }),
    ]);
    expect((await saved())['seo_title']).toBe('De Ana');
    expect((await headerOf())?.title).toBe('De Luis');
  });
});
