import { beforeEach, describe, expect, test } from 'vitest';
import { withEditor } from '#tests/support/publishing/editor-app.ts';

const { app, ana } = withEditor({ signedIn: false });
const { ask, formOf } = ana;
const { open, storyOf } = app;

test('a sign-in to the editor is a security event, and so are a wrong token and too many of them', async () => {
  await ana.signIn();
  for (let guess = 0; guess < 10; guess += 1) await ask('/editor/sign-in', { token: `guess ${guess}` });
  const events = app.lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(events.map(({ security, what, outcome }) => `${security} ${what} ${outcome}`)).toEqual([
    'sign-in editor ok',
    ...Array.from({ length: 9 }, () => 'sign-in editor refused'),
    'limit-met editor limited',
  ]);
  expect(app.lines.join('')).not.toMatch(/guess \d/);
  expect(app.lines.join('')).not.toContain(app.token);
});

describe('who may edit', () => {
  test('nobody who has not signed in: every page leads to the sign-in', async () => {
    const { path } = await open('home');
    for (const page of ['/editor/', path, `${path}publishing`])
      expect(await ask(page)).toMatchObject({ status: 303, to: '/editor/sign-in' });
    expect((await ask(path, { do: 'publish' })).to).toBe('/editor/sign-in');
  });

  test('a key of more than 16 KB, before anybody has signed in, is not read', async () => {
    expect((await ask('/editor/sign-in', { token: 'k'.repeat(17 * 1024) })).status).toBe(413);
  });

  test('the printed link opens one session, and only once', { tags: 'asvs-6.1.3' }, async () => {
    expect((await ask(app.signInPath)).to).toBe('/editor/');
    expect((await ask('/editor/')).status).toBe(200);
    ana.forget();
    expect((await ask(app.signInPath)).status).toBe(403);
  });

  test('a wrong token opens nothing, and guessing ends soon', async () => {
    const answers = [];
    for (let guess = 0; guess < 12; guess += 1)
      answers.push((await ask('/editor/sign-in', { token: `guess ${guess}` })).status);
    expect(answers).toEqual([...Array(10).fill(403), 429, 429]);
  });

  test('no script reads the session, no other site sends it, signing out ends it', { tags: 'asvs-3.3.2' }, async () => {
    const { headers } = await ask('/editor/sign-in', { token: app.token });
    expect(headers.get('set-cookie')).toMatch(/Path=\/editor;.*HttpOnly;.*SameSite=Strict/);
    const [kept = ''] = headers.getSetCookie()[0]?.split(';') ?? [];
    const { csrf = '' } = await formOf((await open('home')).path);
    await ask('/editor/sign-out', { csrf });
    expect((await ask('/editor/', undefined, { cookie: kept })).to).toBe('/editor/sign-in');
  });

  test('over TLS its cookie is Secure and of this host alone', { tags: 'asvs-3.3.1' }, async () => {
    const signIn = await ana.request('https://editor.example/editor/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: app.token }).toString(),
    });
    expect(signIn.headers.get('set-cookie')).toMatch(
      /^__Host-editor=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test('a form without its mark, or from another site, changes nothing', { tags: 'asvs-3.5.1' }, async () => {
    await ana.signIn();
    const { draft, path } = await open('preguntas');
    const form = await formOf(path);
    const title = { [`${draft.content._uid}.seo_title`]: 'Robado' };
    expect((await ask(path, { ...form, ...title, csrf: 'x' }, { 'sec-fetch-site': 'none' })).status).toBe(403);
    expect((await ask(path, { ...form, ...title }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await storyOf('preguntas')).isChanged).toBe(false);
  });

  test('pages may not be framed, and run no script but their own', async () => {
    await ana.signIn();
    const { headers } = await ask('/editor/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });
});

describe('editing a story', () => {
  beforeEach(() => ana.signIn());

  test('every story is listed with where it stands', async () => {
    const { text } = await ask('/editor/');
    for (const slug of ['home', 'preguntas', 'settings/global', '404']) expect(text).toContain(`<code>${slug}</code>`);
  });

  test.each([
    'home',
    'preguntas',
    'tarifas',
    'como-pagar',
    'terminos',
    'settings/global',
    'settings/calculator',
    '404',
  ])('saving “%s” untouched changes not one value, in either language', async (slug) => {
    const { draft, path } = await open(slug);
    for (const inLanguage of [path, `${path}?lang=en`]) {
      const form = await formOf(inLanguage);
      expect(Object.keys(form)).toContain('csrf');
      expect((await ask(inLanguage, { ...form, do: 'save' })).status).toBe(303);
    }
    expect((await storyOf(slug)).draft.content).toEqual(draft.content);
  });

  test('a changed text is saved as a draft; publishing shows it to visitors', async () => {
    const { draft, path } = await open('preguntas');
    const title = { [`${draft.content._uid}.seo_title`]: 'Respuestas <directas> & "claras"' };
    await ask(path, { ...(await formOf(path)), ...title, do: 'save' });
    expect(await storyOf('preguntas')).toMatchObject({
      isChanged: true,
      published: { content: { seo_title: draft.content['seo_title'] } },
    });
    const answer = await ask(path, { ...(await formOf(path)), do: 'publish' });
    expect(answer.to).toBe(`${path}publishing`);
    expect((await storyOf('preguntas')).published?.content['seo_title']).toBe('Respuestas <directas> & "claras"');
  });

  test('a translation is saved beside the default language', async () => {
    const { draft } = await storyOf('preguntas');
    const path = `/editor/stories/${draft.uuid}/?lang=en`;
    await ask(path, { ...(await formOf(path)), [`${draft.content._uid}.seo_title__i18n__en`]: 'Answers', do: 'save' });
    const { content: saved } = (await storyOf('preguntas')).draft;
    expect(saved).toEqual({ ...draft.content, seo_title__i18n__en: 'Answers' });
  });

  test('blocks are added, moved and removed', async () => {
    const { draft, path } = await open('preguntas');
    const names = async () =>
      ((await storyOf('preguntas')).draft.content['body'] as { component: string; _uid: string }[]).map(
        ({ component }) => component,
      );
    const press = async (command: string, more: Record<string, string> = {}) =>
      ask(path, { ...(await formOf(path)), ...more, do: command });
    const body = `${draft.content._uid}.body`;
    const [first] = draft.content['body'] as { _uid: string }[];
    await press(`down:${first?._uid}`);
    expect(await names()).toEqual(['faq-cords', 'page-header', 'contacts']);
    await press(`remove:${first?._uid}`);
    expect(await names()).toEqual(['faq-cords', 'contacts']);
    const added = await press(`add:${body}`, { [`${body}.add`]: 'contacts' });
    expect(await names()).toEqual(['faq-cords', 'contacts', 'contacts']);
    expect(added.to).toMatch(/\?saved#b-.+/);
    await press(`add:${body}`, { [`${body}.add`]: 'faq-question' });
    expect(await names()).toEqual(['faq-cords', 'contacts', 'contacts']);
    const { content: saved } = (await storyOf('preguntas')).draft;
    const ids = JSON.stringify(saved).match(/"_uid":"[^"]+"/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('what breaks its schema is saved but not published, and the page names block and field', async () => {
    const { draft, path } = await open('preguntas');
    const [header] = draft.content['body'] as { _uid: string }[];
    const answer = await ask(path, { ...(await formOf(path)), [`${header?._uid}.title`]: ' ', do: 'publish' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(
      `<a href="#f-${header?._uid}-title">Encabezado de página › Título</a>: es obligatorio`,
    );
    const story = await storyOf('preguntas');
    expect(story.isChanged).toBe(true);
    expect(story.published?.content).toEqual(draft.content);
  });

  test('a field that is broken in the translation alone is named in its language', async () => {
    const { draft } = await storyOf('settings/global');
    const path = `/editor/stories/${draft.uuid}/?lang=en`;
    const json = {
      [`${draft.content._uid}.general_conditions__i18n__en`]: '{"type":"nonsense"}',
      [`${draft.content._uid}.general_conditions__i18n__en.as`]: 'json',
    };
    const answer = await ask(path, { ...(await formOf(path)), ...json, do: 'publish' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Condiciones generales (en)');
  });

  test('what is not JSON is refused with its words kept, and nothing is saved', async () => {
    const { draft, path } = await open('settings/global');
    const key = `${draft.content._uid}.general_conditions`;
    const typed = { [key]: '{"type": oops', [`${key}.as`]: 'json' };
    const answer = await ask(path, { ...(await formOf(path)), ...typed, do: 'save' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('{&quot;type&quot;: oops');
    expect((await storyOf('settings/global')).isChanged).toBe(false);
  });

  test('a story can be taken off', async () => {
    const { path } = await open('landing');
    const { csrf = '' } = await formOf(path);
    expect((await ask(`${path}unpublish`, { csrf })).to).toBe(`${path}publishing`);
    expect((await storyOf('landing')).published).toBeUndefined();
  });

  test('what is not there is not there', async () => {
    expect((await ask('/editor/stories/11111111-1111-4111-8111-111111111111/')).status).toBe(404);
    expect((await ask('/editor/nothing')).status).toBe(404);
    expect((await ask('/editor/stories/11111111-1111-4111-8111-111111111111/publishing')).status).toBe(404);
  });
});
