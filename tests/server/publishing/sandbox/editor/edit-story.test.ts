import { beforeEach, describe, expect, test } from 'vitest';
import { type EditorBrowser, withEditor } from '#tests/support/publishing/editor-app.ts';
import { readEditorForm, sentAgain } from '#tests/support/publishing/editor-form.ts';

const { app, ana } = withEditor();
let luis: EditorBrowser;
let path: string;
let title: string;
let header: string;
beforeEach(async () => {
  luis = app.browser();
  await luis.signIn();
  const { draft, path: of } = await app.open('preguntas');
  path = of;
  title = `${draft.content._uid}.seo_title`;
  header = (draft.content['body'] as { _uid: string }[])[0]?._uid ?? '';
});

const saved = async () => (await app.storyOf('preguntas')).draft.content;
const send = async (who: EditorBrowser, typed: Record<string, string>) =>
  who.ask(path, { ...(await who.formOf(path)), do: 'save', ...typed });

describe('two people with one story', () => {
  test.each(['save', 'publish'])('the second to %s is refused, and shown both texts in her own form', async (act) => {
    const second = await luis.formOf(path);
    await send(ana, { [title]: 'De Ana <1>' });
    const asked = await luis.ask(path, { ...second, [title]: 'De Luis & "2"', [`${header}.title`]: 'Otra', do: act });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('otra persona guardó después de que abriste esto');
    expect(asked.text).toContain('Guardado mientras tanto:</span> De Ana &lt;1&gt;</p>');
    expect(asked.text.match(/Guardado mientras tanto:/g)).toHaveLength(1);
    // What she alone has changed is in a block that is open.
    expect(asked.text).toMatch(new RegExp(`id="b-${header}">\\s*<details open>`));
    const form = readEditorForm(asked.text);
    expect(form).toMatchObject({ [title]: 'De Luis & "2"', [`${header}.title`]: 'Otra' });
    expect((await saved())['seo_title']).toBe('De Ana <1>');
    expect((await app.storyOf('preguntas')).published?.content['seo_title']).not.toContain('De');
    // Having seen it, she saves.
    expect((await luis.ask(path, { ...form, do: 'save' })).status).toBe(303);
    expect((await saved())['seo_title']).toBe('De Luis & "2"');
  });

  test('who changed other fields than the first saves them, and nothing of either is lost', async () => {
    const second = await luis.formOf(path);
    await send(ana, { [title]: 'De Ana' });
    const answer = await luis.ask(path, { ...second, [`${header}.title`]: 'De Luis', do: 'save' });
    expect(answer.status).toBe(303);
    const { seo_title, body } = await saved();
    expect([seo_title, (body as { title: string }[])[0]?.title]).toEqual(['De Ana', 'De Luis']);
  });

  test('every kind of field is known as unchanged: switches, choices, links, pictures, formatted texts', async () => {
    for (const slug of ['preguntas', 'home', 'como-pagar', 'settings/global', 'settings/calculator', 'tarifas']) {
      for (const language of ['', '?lang=en']) {
        const { draft, path: of } = await app.open(slug);
        const form = await luis.formOf(`${of}${language}`);
        const name = Object.keys(form).find((one) => /\.(?:seo_title|site_name|step)(?:__i18n__en)?$/.test(one));
        if (!name) continue;
        await ana.ask(`${of}${language}`, { ...(await ana.formOf(`${of}${language}`)), [name]: '77', do: 'save' });
        const before = (await app.storyOf(slug)).draft.content;
        expect(before, slug).not.toEqual(draft.content);
        // A browser sends line breaks as CR and LF.
        const sent = Object.fromEntries(
          Object.entries(form).map(([key, text]) => [key, text.replaceAll('\n', '\r\n')]),
        );
        expect((await luis.ask(`${of}${language}`, { ...sent, do: 'save' })).status, slug).toBe(303);
        expect((await app.storyOf(slug)).draft.content, slug).toEqual(before);
      }
    }
  });

  test('two who changed the same field to the same words are of one mind', async () => {
    const second = await luis.formOf(path);
    await send(ana, { [title]: 'Lo mismo' });
    const typed = { [title]: 'Lo mismo', [`${header}.title`]: 'De Luis' };
    expect((await luis.ask(path, { ...second, ...typed, do: 'save' })).status).toBe(303);
    expect((await saved())['seo_title']).toBe('Lo mismo');
  });

  test('a field that was emptied is chosen whole too, and the other text stands beside it', async () => {
    const second = await luis.formOf(path);
    await send(ana, { [title]: '' });
    const { text, status } = await luis.ask(path, { ...second, [title]: 'De Luis', do: 'save' });
    expect(status).toBe(409);
    expect(text).toContain('Guardado mientras tanto:</span> (vacío)');
  });

  test('what two have changed is not published before somebody has seen it together', async () => {
    const second = await luis.formOf(path);
    await send(ana, { [title]: 'De Ana' });
    const asked = await luis.ask(path, { ...second, [`${header}.title`]: 'De Luis', do: 'publish' });
    expect(asked.status).toBe(409);
    expect(readEditorForm(asked.text)).toMatchObject({ [title]: 'De Ana', [`${header}.title`]: 'De Luis' });
    expect((await luis.ask(path, { ...readEditorForm(asked.text), do: 'publish' })).to).toBe(`${path}publishing`);
  });

  test('blocks that the other has removed do not stop whoever typed nothing into them', async () => {
    const second = await luis.formOf(path);
    const { draft } = await app.open('preguntas');
    const [, last] = draft.content['body'] as { _uid: string }[];
    await send(ana, { do: `remove:${last?._uid}` });
    expect((await luis.ask(path, { ...second, [`${header}.title`]: 'De Luis', do: 'save' })).status).toBe(303);
    expect((await saved())['body']).toHaveLength((draft.content['body'] as unknown[]).length - 1);
  });

  test('what nobody typed differently has no second text', async () => {
    const second = await luis.formOf(path);
    await send(ana, { [title]: 'De Ana' });
    const { text } = await luis.ask(path, { ...second, [title]: 'De Luis', do: 'save' });
    expect(text.match(/Guardado mientras tanto:/g)).toHaveLength(1);
  });

  test('a third save after the answer is not overwritten either', async () => {
    const second = await luis.formOf(path);
    await send(ana, { [title]: 'De Ana' });
    const asked = await luis.ask(path, { ...second, [title]: 'De Luis', do: 'save' });
    await send(ana, { [title]: 'De Ana otra vez' });
    const again = await luis.ask(path, { ...readEditorForm(asked.text), do: 'save' });
    expect(again.status).toBe(409);
    expect(again.text).toContain('Guardado mientras tanto:</span> De Ana otra vez');
    expect((await saved())['seo_title']).toBe('De Ana otra vez');
  });

  test('what was typed into a block that the other has removed is given back to be copied', async () => {
    const second = await luis.formOf(path);
    await send(ana, { do: `remove:${header}` });
    const asked = await luis.ask(path, { ...second, [`${header}.title`]: 'En un bloque <que ya no está>', do: 'save' });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('<pre>En un bloque &lt;que ya no está&gt;</pre>');
  });

  test('a block is not moved, added or removed in a draft that nobody has seen', async () => {
    const second = await luis.formOf(path);
    await send(ana, { [title]: 'De Ana' });
    const before = await saved();
    expect((await luis.ask(path, { ...second, do: `remove:${header}` })).status).toBe(409);
    expect(await saved()).toEqual(before);
  });

  test('what is not JSON keeps its words beside what was saved', async () => {
    const { draft, path: settings } = await app.open('settings/global');
    const key = `${draft.content._uid}.general_conditions`;
    const [first, second] = [await ana.formOf(settings), await luis.formOf(settings)];
    await ana.ask(settings, { ...first, [key]: 'De Ana', [`${key}.as`]: 'markup', do: 'save' });
    const asked = await luis.ask(settings, { ...second, [key]: '{"type": oops', [`${key}.as`]: 'json', do: 'save' });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('{&quot;type&quot;: oops');
    expect(asked.text).toContain('Guardado mientras tanto:</span> De Ana');
  });

  test('saves at the same moment: one is refused, and nothing of it is lost', async () => {
    const [first, second] = [await ana.formOf(path), await luis.formOf(path)];
    const answers = await Promise.all([
      ana.ask(path, { ...first, [title]: 'De Ana', do: 'save' }),
      luis.ask(path, { ...second, [title]: 'De Luis', do: 'save' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const refused = readEditorForm(answers.find(({ status }) => status === 409)?.text ?? '');
    expect([refused[title], (await saved())['seo_title']].sort()).toEqual(['De Ana', 'De Luis']);
  });

  test('a second press of the same button is not taken for another person', async () => {
    const form = { ...(await ana.formOf(path)), [title]: 'De Ana' };
    await ana.ask(path, { ...form, do: 'save' });
    expect((await ana.ask(path, { ...form, do: 'save' })).status).toBe(303);
    expect((await ana.ask(path, { ...form, do: 'publish' })).to).toBe(`${path}publishing`);
  });
});

describe('back to what is published', () => {
  test('the draft is what visitors have again, and nothing is said to be ahead', async () => {
    const before = await saved();
    expect((await ana.ask(path)).text).not.toContain(`action="${path}back"`);
    await send(ana, { [title]: 'Peor' });
    const { csrf = '', draft = '' } = await ana.formOf(path);
    expect((await ana.ask(path)).text).toContain(`action="${path}back"`);
    const back = await ana.ask(`${path}back`, { csrf, draft });
    expect(await saved()).toEqual(before);
    expect((await app.storyOf('preguntas')).isChanged).toBe(false);
    expect((await ana.ask(back.to)).text).toContain('Borrador guardado. Es igual a lo publicado.');
  });

  test('a draft that somebody saved since is shown first', async () => {
    await send(ana, { [title]: 'Uno' });
    const { csrf = '', draft = '' } = await luis.formOf(path);
    await send(ana, { [title]: 'Dos' });
    const answer = await luis.ask(`${path}back`, { csrf, draft });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('value="Dos"');
    expect((await saved())['seo_title']).toBe('Dos');
  });
});

describe('a save whose sign-in has ended', () => {
  test('answers with the form as sent and the sign-in in it, a wrong token and too many included', async () => {
    const typed = { ...(await ana.formOf(path)), [title]: 'Escrito & "guardado"', do: 'save' };
    await app.restart();
    const ended = await ana.ask(path, typed);
    expect(ended.status).toBe(401);
    expect(ended.text).toContain(`action="${path}"`);
    expect(ended.text).toContain('>Ingresar y guardar<');
    let wrong = await ana.ask(path, { ...sentAgain(ended.text), token: 'wrong' });
    expect(wrong.status).toBe(403);
    const right = await ana.ask(path, { ...sentAgain(wrong.text), token: app.token });
    expect(right).toMatchObject({ status: 303, to: `${path}?saved` });
    expect((await saved())['seo_title']).toBe('Escrito & "guardado"');
    expect((await ana.ask('/editor/')).status).toBe(200);
    ana.forget();
    for (let guess = 0; wrong.status !== 429; guess += 1) {
      wrong = await ana.ask(path, { ...typed, token: `guess ${guess}` });
    }
    expect(wrong.text).toMatch(/Espera \d+ segundos y prueba otra vez/);
    expect(sentAgain(wrong.text)[title]).toBe('Escrito & "guardado"');
  });

  test('is still compared with what somebody else has saved meanwhile', async () => {
    const typed = { ...(await ana.formOf(path)), [title]: 'De Ana', do: 'publish' };
    await send(luis, { [title]: 'De Luis' });
    await app.restart();
    const ended = await ana.ask(path, typed);
    expect(ended.text).toContain('>Ingresar y publicar<');
    const answer = await ana.ask(path, { ...sentAgain(ended.text), token: app.token });
    expect(answer.status).toBe(409);
    expect(readEditorForm(answer.text)[title]).toBe('De Ana');
  });

  test('is the same when the browser has signed in again since', async () => {
    const typed = { ...(await ana.formOf(path)), [title]: 'Escrito', do: 'save' };
    await ana.signIn();
    const old = await ana.ask(path, typed);
    expect(old.status).toBe(401);
    await ana.ask(path, { ...sentAgain(old.text), token: app.token });
    expect((await saved())['seo_title']).toBe('Escrito');
  });

  test('of another site is not kept for anybody to send', async () => {
    const typed = { ...(await ana.formOf(path)), [title]: 'De otro sitio', do: 'publish' };
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect(await ana.ask(path, { ...typed, csrf: 'x', token: app.token }, foreign)).toMatchObject({
      status: 403,
      text: expect.not.stringContaining('De otro sitio'),
    });
    ana.forget();
    expect(await ana.ask(path, { ...typed, token: app.token }, foreign)).toMatchObject({
      status: 303,
      to: '/editor/sign-in',
    });
    expect((await saved())['seo_title']).not.toBe('De otro sitio');
  });
});

test('a form that is too large is answered with what to do, and changes nothing', async () => {
  const answer = await send(ana, { [title]: 'x'.repeat(2 * 1024 * 1024) });
  expect(answer.status).toBe(413);
  expect(answer.text).toContain('Vuelve con el botón de tu navegador');
  expect((await saved())['seo_title']).not.toContain('xxx');
});
