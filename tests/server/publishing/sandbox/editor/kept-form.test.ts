import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Answer,
  type EditorApp,
  type EditorBrowser,
  openEditorApp,
} from '#tests/support/publishing/editor-app.ts';

let app: EditorApp;
let ana: EditorBrowser;
let path: string;
let title: string;
beforeEach(async () => {
  app = await openEditorApp();
  ana = app.browser();
  await ana.signIn();
  const { draft } = await app.storyOf('preguntas');
  path = `/editor/stories/${draft.uuid}/`;
  title = `${draft.content._uid}.seo_title`;
});
afterEach(() => app.close());

const saved = async () => (await app.storyOf('preguntas')).draft.content['seo_title'];

/** The form on a page without scripts, and where it goes. */
function formIn({ text }: Answer): { readonly action: string; readonly form: Record<string, string> } {
  const main = text.slice(text.indexOf('<main'));
  const inputs = [...main.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const areas = [...main.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>\n([^<]*)</g)];
  const plain = (words: string) =>
    words
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const fields = [...inputs, ...areas].map(([, name = '', value = '']) => [name, plain(value)]);
  return { action: /<form method="post" action="([^"]+)"/.exec(main)?.[1] ?? '', form: Object.fromEntries(fields) };
}

test('what was typed goes through the sign-in at the end of a session, a wrong token included', async () => {
  const typed = { ...(await ana.formOf(path)), [title]: 'Escrito & "guardado"', do: 'save' };
  await app.restart();
  const ended = await ana.ask(path, typed);
  expect(ended.status).toBe(401);
  const wrong = await ana.ask('/editor/sign-in', { ...formIn(ended).form, token: 'wrong' });
  expect(wrong.status).toBe(403);
  const signedIn = await ana.ask('/editor/sign-in', { ...formIn(wrong).form, token: app.token });
  expect(signedIn.status).toBe(200);
  expect(await saved()).not.toContain('Escrito');
  const { action, form } = formIn(signedIn);
  expect(action).toBe(path);
  expect((await ana.ask(action, form)).status).toBe(303);
  expect(await saved()).toBe('Escrito & "guardado"');
});

test('what was typed outlasts too many wrong tokens', async () => {
  const typed = { ...(await ana.formOf(path)), [title]: 'Escrito', do: 'save' };
  await app.restart();
  let answer = await ana.ask(path, typed);
  for (let guess = 0; answer.status !== 429; guess += 1) {
    answer = await ana.ask('/editor/sign-in', { ...formIn(answer).form, token: `guess ${guess}` });
  }
  expect(answer.text).toMatch(/Espera \d+ segundos y prueba otra vez/);
  expect(formIn(answer).form[`kept:${title}`]).toBe('Escrito');
});

test('what was typed before another sign-in in the same browser is sent again with one press', async () => {
  const typed = { ...(await ana.formOf(path)), [title]: 'Escrito', do: 'save' };
  await ana.signIn();
  // The button says what it does.
  expect((await ana.ask(path, { ...typed, do: 'publish' })).text).toContain('>Enviar otra vez y publicar<');
  const old = await ana.ask(path, typed);
  expect(old.status).toBe(403);
  expect(old.text).toContain('>Enviar otra vez<');
  const { action, form } = formIn(old);
  await ana.ask(action, form);
  expect(await saved()).toBe('Escrito');
});

test('what another site sends is not kept for anybody to press', async () => {
  const typed = { ...(await ana.formOf(path)), [title]: 'De otro sitio', do: 'publish' };
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await ana.ask(path, { ...typed, csrf: 'x' }, foreign)).text).not.toContain('De otro sitio');
  ana.forget();
  expect(await ana.ask(path, typed, foreign)).toMatchObject({ status: 303, to: '/editor/sign-in' });
  const signedIn = await ana.ask('/editor/sign-in', {
    token: app.token,
    'kept-for': '/editor/sign-out',
    'kept:a': 'b',
  });
  expect(signedIn.to).toBe('/editor/');
});

test('a form that is too large comes back with what was typed, and is saved when it is shorter', async () => {
  const long = 'x'.repeat(2 * 1024 * 1024);
  const answer = await ana.ask(path, { ...(await ana.formOf(path)), [title]: long, do: 'save' });
  expect(answer.status).toBe(413);
  const { action, form } = formIn(answer);
  expect(form[title]).toBe(long);
  expect((await ana.ask(action, { ...form, [title]: 'Corto' })).status).toBe(303);
  expect(await saved()).toBe('Corto');
});

test('a form beyond what can be sent back is answered with what to do, in the language of the editor', async () => {
  const huge = 'x'.repeat(9 * 1024 * 1024);
  const answer = await ana.ask(path, { ...(await ana.formOf(path)), [title]: huge, do: 'save' });
  expect(answer.status).toBe(413);
  expect(answer.text).toContain('<html lang="es-PE">');
  expect(answer.text).toContain(
    'Vuelve con el botón de tu navegador: casi siempre guarda lo que escribiste en el formulario.',
  );
  expect(await saved()).not.toContain('xxx');
});
