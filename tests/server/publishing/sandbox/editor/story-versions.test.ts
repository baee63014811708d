import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EditorApp, type EditorBrowser, openEditorApp } from '#tests/support/publishing/editor-app.ts';

let app: EditorApp;
let ana: EditorBrowser;
let path: string;
let page: string;
let header: string;
beforeEach(async () => {
  app = await openEditorApp();
  ana = app.browser();
  await ana.signIn();
  const { draft } = await app.storyOf('preguntas');
  path = `/editor/stories/${draft.uuid}/`;
  page = `${draft.content._uid}`;
  header = (draft.content['body'] as { _uid: string }[])[0]?._uid ?? '';
});
afterEach(() => app.close());

const saved = async () => (await app.storyOf('preguntas')).draft.content;
const send = async (more: Record<string, string>) =>
  ana.ask(path, { ...(await ana.formOf(path)), do: 'save', ...more });
const bodyOf = async () => (await saved())['body'] as { _uid: string; title?: string }[];
const draftIn = (text: string) => /name="draft" value="([^"]+)"/.exec(text)?.[1] ?? '';

describe('a block that was removed', () => {
  test('comes back to its place with one press, with what was typed into it in the same form', async () => {
    const order = (await bodyOf()).map(({ _uid }) => _uid);
    const removed = await send({ [`${header}.title`]: 'Recién escrito', do: `remove:${header}` });
    expect((await bodyOf()).map(({ _uid }) => _uid)).toEqual(order.slice(1));
    await app.restart();
    await ana.signIn();
    expect((await ana.ask(removed.to)).text).toContain(`value="undo:${header}"`);
    await send({ [`${page}.seo_title`]: 'Después', do: `undo:${header}` });
    expect((await bodyOf()).map(({ _uid }) => _uid)).toEqual(order);
    expect((await bodyOf())[0]?.title).toBe('Recién escrito');
    expect((await saved())['seo_title']).toBe('Después');
  });

  test('comes back once, however often the button is pressed', async () => {
    await send({ do: `remove:${header}` });
    await send({ do: `undo:${header}` });
    const before = await saved();
    await send({ do: `undo:${header}` });
    await send({ do: 'undo:nobody' });
    expect(await saved()).toEqual(before);
  });
});

describe('earlier versions', () => {
  test('are the last twenty, of which the oldest go', async () => {
    for (let at = 0; at < 22; at += 1) await send({ [`${page}.seo_title`]: `Título ${at}` });
    const { draft } = await app.storyOf('preguntas');
    const titles = (await app.content().editing.versions(draft.uuid)).map(({ content }) => content['seo_title']);
    expect(titles).toEqual(Array.from({ length: 20 }, (_, at) => `Título ${21 - at}`));
  });

  test('what is published is compared first, and comes back as the draft; what was the draft stays a version', async () => {
    const before = await saved();
    await send({ [`${page}.seo_title`]: 'Peor' });
    expect((await ana.ask(`${path}versions/`)).text).toContain(`href="${path}versions/published"`);
    const compared = await ana.ask(`${path}versions/published`);
    expect(compared.text).toContain('Página › Título SEO');
    expect(compared.text).toContain(`<pre>${before['seo_title']}</pre>`);
    expect(compared.text).toContain('<pre>Peor</pre>');
    expect((await saved())['seo_title']).toBe('Peor');
    const { csrf = '' } = await ana.formOf(path);
    const back = await ana.ask(`${path}versions/published`, { csrf, draft: draftIn(compared.text) });
    expect(back.status).toBe(303);
    expect(await saved()).toEqual(before);
    expect((await app.storyOf('preguntas')).isChanged).toBe(false);
    // Visitors have it: they are not said to see something else.
    expect((await ana.ask(back.to)).text).toContain('Borrador guardado. Es igual a lo publicado.');
    expect((await ana.ask((await send({ [`${page}.seo_title`]: 'Mejor' })).to)).text).toContain(
      'Borrador guardado. Los visitantes todavía no lo ven.',
    );
    await send({ [`${page}.seo_title`]: `${before['seo_title']}` });
    const { draft } = await app.storyOf('preguntas');
    const [, , , peor] = await app.content().editing.versions(draft.uuid);
    expect(peor?.content['seo_title']).toBe('Peor');
    await ana.ask(`${path}versions/${peor?.id}`, {
      csrf,
      draft: draftIn((await ana.ask(`${path}versions/${peor?.id}`)).text),
    });
    expect((await saved())['seo_title']).toBe('Peor');
  });

  test('a draft that somebody saved after the comparison is compared again, not replaced', async () => {
    await send({ [`${page}.seo_title`]: 'Uno' });
    const draft = draftIn((await ana.ask(`${path}versions/published`)).text);
    await send({ [`${page}.seo_title`]: 'Dos' });
    const { csrf = '' } = await ana.formOf(path);
    const answer = await ana.ask(`${path}versions/published`, { csrf, draft });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('<pre>Dos</pre>');
    expect((await saved())['seo_title']).toBe('Dos');
  });

  test('the last save is among them when the source has changed since', async () => {
    await send({ [`${page}.seo_title`]: 'De antes' });
    rmSync(join(app.stateDir, 'edits'), { recursive: true });
    const [newest] = await app.content().editing.versions((await app.storyOf('preguntas')).draft.uuid);
    expect((await saved())['seo_title']).not.toBe('De antes');
    expect((await ana.ask(`${path}versions/`)).text).toContain(`href="${path}versions/${newest?.id}"`);
  });

  test('one that nobody saved is not there', async () => {
    expect((await ana.ask(`${path}versions/12345`)).status).toBe(404);
  });
});
