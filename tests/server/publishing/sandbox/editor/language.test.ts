import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { EDITOR_TEXTS } from '#server/publishing/sandbox/editor/texts.ts';
import { withEditor } from '#tests/support/publishing/editor-app.ts';
import { readEditorForm, sentAgain } from '#tests/support/publishing/editor-form.ts';

const { app, ana } = withEditor({ signedIn: false });

test('the editor is Spanish, and English for a browser that has chosen it, before the sign-in and after', async () => {
  expect((await ana.ask('/editor/sign-in')).text).toMatch(/<html lang="es-PE">[\s\S]*<h1>Ingresa para editar</);
  const chosen = await ana.ask('/editor/sign-in?language=en');
  expect(chosen).toMatchObject({ status: 303, to: '/editor/sign-in' });
  expect((await ana.ask('/editor/sign-in')).text).toMatch(/<html lang="en">[\s\S]*<h1>Sign in to edit</);
  await ana.signIn();
  await app.restart();
  await ana.signIn();
  const list = await ana.ask('/editor/');
  expect(list.text).toContain('<h1>Stories</h1>');
  expect(list.text).toContain('<a href="/editor/?language=es" lang="es-PE" hreflang="es-PE">Español</a>');
  await ana.ask('/editor/?language=es');
  expect((await ana.ask('/editor/')).text).toContain('<h1>Historias</h1>');
});

test('blocks, fields and choices have the names of the language, on the tab of the translation too', async () => {
  await ana.signIn();
  const { draft } = await app.storyOf('preguntas');
  const path = `/editor/stories/${draft.uuid}/?lang=en`;
  expect((await ana.ask(path)).text).toContain('>Título SEO');
  expect((await ana.ask(`${path}&language=en`)).to).toBe(path);
  const { text } = await ana.ask(path);
  expect(text).toContain('>SEO title');
  expect(text).toContain('>Page header<');
});

test('a language that there is not changes nothing', async () => {
  expect(await ana.ask('/editor/sign-in?language=qu')).toMatchObject({ status: 200 });
  expect((await ana.ask('/editor/sign-in')).text).toContain('<html lang="es-PE">');
});

test('after a refused form the other language is a press away, and what was typed stays', async () => {
  await ana.signIn();
  const { draft, path } = await app.open('settings/global');
  const key = `${draft.content._uid}.general_conditions`;
  const broken = { [key]: '{"type": oops', [`${key}.as`]: 'json' };
  const refused = await ana.ask(path, { ...(await ana.formOf(path)), ...broken, do: 'save' });
  expect(refused.status).toBe(422);
  const [, action = ''] =
    /<button form="story" name="do" value="language" formaction="([^"]+)"/.exec(refused.text) ?? [];
  expect(action).toBe(`${path}?language=en`);
  const shown = await ana.ask(action, { ...readEditorForm(refused.text), do: 'language' });
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('Nothing is saved yet. What you typed is still here.');
  expect(readEditorForm(shown.text)[key]).toBe('{"type": oops');
  expect((await app.storyOf('settings/global')).draft.content).toEqual(draft.content);
  expect((await ana.ask('/editor/')).text).toContain('<h1>Stories</h1>');
});

test('so it is with the sign-in that keeps a form, and pages without one have a link', async () => {
  await ana.signIn();
  const { path } = await app.open('preguntas');
  const form = { ...(await ana.formOf(path)), do: 'publish' };
  await app.restart();
  const ended = await ana.ask(path, form);
  expect(ended.text).toContain(`formaction="${path}?language=en" formnovalidate`);
  const inEnglish = await ana.ask(`${path}?language=en`, { ...sentAgain(ended.text) });
  expect(inEnglish.text).toContain('<h1>Sign in to edit</h1>');
  expect(sentAgain(inEnglish.text)).toMatchObject({ do: 'publish' });
  const wrong = await ana.ask('/editor/sign-in', { token: 'wrong' });
  expect(wrong.text).toContain('<a href="/editor/sign-in?language=es"');
});

const DIR = 'src/server/publishing/sandbox/editor';
const CODE = readdirSync(DIR)
  .filter((file) => file.endsWith('.ts') && file !== 'texts.ts')
  .map((file) => join(DIR, file));

test('no template has words of its own', () => {
  expect(CODE.length).toBeGreaterThan(15);
  const words = CODE.flatMap((file) => wordsIn(file).map((one) => `${file}: ${one}`));
  expect(words).toEqual([]);
});

test('every text is used', () => {
  const all = CODE.map((file) => readFileSync(file, 'utf8')).join('\n');
  const built = /^(?:state|means)_/;
  const unused = Object.keys(EDITOR_TEXTS).filter((key) => !built.test(key) && !all.includes(`'${key}'`));
  expect(unused).toEqual([]);
});

/** The product's name, in front of that of the editor. */
const NAMES = /Mañay/g;
/** Of a tag that another template begins. */
const ATTRIBUTE = /\s[\w-]+="[^"]*"/g;
const SAID = /\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g;

/** Finds what a template says by itself: between its tags, and in what is read out. Sentences in other strings too. */
function wordsIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') found.push(...saidBy(node.template));
    // What is thrown is for developers, and a policy is for browsers.
    const isSentence = ts.isStringLiteral(node) && /^\p{Lu}\p{Ll}+ \p{L}+/u.test(node.text);
    if (isSentence && !ts.isNewExpression(node.parent)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function saidBy(template: ts.TemplateLiteral): string[] {
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
  const html = parts.join('\u0001');
  const read = [...html.matchAll(SAID)].map(([, words = '']) => words);
  const between = html
    .replace(/<code>[^<]*<\/code>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(ATTRIBUTE, '')
    .replace(NAMES, '');
  return [...read, ...between.split('\n')]
    .map((words) => words.replaceAll('\u0001', '').trim())
    .filter((words) => /\p{L}{2}/u.test(words));
}
