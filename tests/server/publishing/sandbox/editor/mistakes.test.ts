import { describe, expect, test } from 'vitest';
import { withEditor } from '#tests/support/publishing/editor-app.ts';

const { app, ana } = withEditor();

interface Named {
  readonly _uid: string;
  readonly component: string;
  readonly [field: string]: unknown;
}

async function open(slug: string): Promise<{ readonly path: string; readonly blocks: readonly Named[] }> {
  const { draft, path } = await app.open(slug);
  return { path, blocks: blocksIn(draft.content) };
}

function blocksIn(value: unknown): Named[] {
  if (Array.isArray(value)) return value.flatMap(blocksIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'component' in value && '_uid' in value ? [value as Named] : [];
  return [...own, ...Object.values(value).flatMap(blocksIn)];
}

/** The words of the mistake at an input, as a reader of screens gets them. */
function problemAt(html: string, name: string): string | undefined {
  const [tag] = new RegExp(
    `<(?:input|textarea|select)[^>]* name="${name.replaceAll('.', '\\.')}"[^>]*aria-invalid[^>]*>`,
  ).exec(html) ?? [''];
  if (!tag.includes('aria-invalid="true"')) return undefined;
  const described = /aria-describedby="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? [];
  const words = described.map((id) => new RegExp(`class="problem" id="${id}">([^<]*)<`).exec(html)?.[1]);
  return words.find((one) => one !== undefined);
}

async function save(slug: string, component: string, typed: Readonly<Record<string, string>>) {
  const { path, blocks } = await open(slug);
  const uid = blocks.find((block) => block.component === component)?._uid ?? '';
  const named = Object.fromEntries(Object.entries(typed).map(([field, words]) => [`${uid}.${field}`, words]));
  const answer = await ana.ask(path, { ...(await ana.formOf(path)), ...named, do: 'save' });
  expect(answer.to).toBe(`${path}?saved`);
  return { path, html: (await ana.ask(answer.to)).text, name: (field: string) => `${uid}.${field}` };
}

test('the figures that there are stand at the field, once, and a long address is cut', async () => {
  const long = `data:image/png;base64,${'A'.repeat(5000)}`;
  const { html } = await save('requisitos', 'page-header', { title: 'Cuesta {exmple_cost}', link: long });
  expect(html.match(/nombra \{exmple_cost\}, que no es una cifra/g)).toHaveLength(2);
  expect(html.match(/rate_cap, business_date/g)).toHaveLength(1);
  // The field keeps what was typed.
  expect(html.match(/A{200}/g)?.join('').length).toBeLessThanOrEqual(5000);
});

test('a link with a query stays as it was typed: it is not the home page’s', async () => {
  const { path, name } = await save('requisitos', 'page-header', { link: '/tarifas?monto=500#costos' });
  expect((await ana.formOf(path))[name('link')]).toBe('/tarifas?monto=500#costos');
});

describe('a mistake is told at its field when a draft is saved, and the draft keeps what was typed', () => {
  test.each([
    ['link', 'www.example.pe', 'falta el comienzo: escribe https://www.example.pe'],
    ['link', 'javascript:alert(1)', 'no se permite: solo páginas del sitio'],
    [
      'image',
      'https://elsewhere.example/a.png',
      'no se mostraría: las imágenes están en este sitio o en Storyblok (https://a.storyblok.com o el de otra región)',
    ],
    ['title', 'Cuesta {exmple_cost}', 'nombra {exmple_cost}, que no es una cifra; hay: example_amount'],
    ['title', '', 'es obligatorio'],
    ['link', '/tarrifas', 'lleva a /tarrifas/, que no existe'],
    ['link', '/preguntas/no-hay', 'lleva a /preguntas/no-hay/, que no existe'],
    ['cci', '123', 'tiene que ser un CCI: 20 dígitos'],
    ['cci', '002 191 000012345678 53', 'no es de ninguna cuenta en la que cobramos; son: BCP 002 191 000012345678 52'],
    ['account', '191-0012345-6-79', 'la cuenta de ese CCI es 191-0012345-6-78'],
    ['amount', 'mil', 'tiene que ser un número'],
    ['amount', '0', 'tiene que ser 1 o más'],
  ])('%s: %j', async (field, typed, words) => {
    const bank = ['como-pagar', 'bank-account'];
    const places: Readonly<Record<string, string[]>> = {
      amount: ['tarifas', 'representative-example'],
      cci: bank,
      account: bank,
    };
    const [story, block] = places[field] ?? ['requisitos', 'page-header'];
    const { html, path, name } = await save(story as string, block as string, { [field]: typed });
    expect(problemAt(html, name(field))).toContain(words);
    expect(html).toContain('Borrador guardado');
    expect((await ana.formOf(path))[name(field)]).toBe(typed);
    expect((await ana.ask(path, { ...(await ana.formOf(path)), do: 'publish' })).status).toBe(422);
  });

  test('too few blocks are told at the place for them', async () => {
    const { path, blocks } = await open('home');
    const slider = blocks.find(({ component }) => component === 'hero-slider');
    for (const { _uid } of blocksIn(slider?.['slides'])) {
      await ana.ask(path, { ...(await ana.formOf(path)), do: `remove:${_uid}` });
    }
    const { text } = await ana.ask(path);
    const id = `f-${slider?._uid}-slides`;
    expect(text).toContain(`id="${id}" tabindex="-1" aria-describedby="${id}-problem"`);
    expect(text).toContain(`id="${id}-problem">faltan elementos: necesita al menos 1<`);
    expect(text).toContain(`<a href="#${id}">`);
  });

  test('a question that would have an address which cannot be one', async () => {
    const { path, html, name } = await save('preguntas', 'faq-question', { anchor: 'index.html' });
    expect(problemAt(html, name('anchor'))).toContain('no puede ser la dirección de una página');
    expect((await ana.ask(path, { ...(await ana.formOf(path)), do: 'publish' })).status).toBe(422);
  });

  test('a link to nowhere inside a formatted text, and one in a translation alone, each at its field', async () => {
    const typed = { answer: 'Mira [esto](/nada)' };
    const { html, name } = await save('preguntas', 'faq-question', typed);
    expect(problemAt(html, name('answer'))).toBe('lleva a /nada/, que no existe');
    const { path, blocks } = await open('preguntas');
    const [, second] = blocks.filter(({ component }) => component === 'faq-question');
    const key = `${second?._uid}.answer__i18n__en`;
    const form = { ...(await ana.formOf(`${path}?lang=en`)), [key]: 'See [this](/nothing)', do: 'save' };
    await ana.ask(`${path}?lang=en`, form);
    expect(problemAt((await ana.ask(`${path}?lang=en`)).text, key)).toBe('lleva a /en/nothing/, que no existe');
  });

  test('a link to a story that is not public is told, and is not in the way of a publish', async () => {
    const { path: other } = await open('landing');
    await ana.ask(`${other}unpublish`, { csrf: (await ana.formOf(other))['csrf'] ?? '' });
    const { html, name, path } = await save('requisitos', 'page-header', { link: '/landing' });
    expect(problemAt(html, name('link'))).toContain('que todavía no es pública');
    expect((await ana.ask(path, { ...(await ana.formOf(path)), do: 'publish' })).status).toBe(303);
  });

  test.each([
    ['a block', { type: 'blok', attrs: { id: 'x', body: [{ _uid: 'b', component: 'grid' }] } }, '(grid)'],
    ['a kind of node that pages do not know', { type: 'video', attrs: { src: '/a.mp4' } }, '(video)'],
  ])('%s inside a formatted text, by name', async (_, node, named) => {
    const { path, blocks } = await open('preguntas');
    const uid = blocks.find(({ component }) => component === 'faq-question')?._uid;
    const item = {
      type: 'list_item',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'uno' }] }, node],
    };
    const text = JSON.stringify({ type: 'doc', content: [{ type: 'bullet_list', content: [item] }] });
    const as = { [`${uid}.answer`]: text, [`${uid}.answer.as`]: 'json' };
    const form = async (command: string) => ({ ...(await ana.formOf(path)), ...as, do: command });
    expect((await ana.ask(path, await form('save'))).status).toBe(303);
    expect(problemAt((await ana.ask(path)).text, `${uid}.answer`)).toContain(named);
    expect((await ana.ask(path, await form('publish'))).status).toBe(422);
  });

  test('a title that is too long, with the number of its characters beside it', async () => {
    const { html, name } = await save('requisitos', 'page', { seo_title: 'a'.repeat(91) });
    expect(problemAt(html, name('seo_title'))).toBe('es muy largo: tiene 91 caracteres y caben 90');
    expect(html).toContain('<span data-limit="90">91</span> / 90 caracteres');
  });

  test('in English for an editor who has chosen it', async () => {
    await ana.ask('/editor/?language=en');
    const { html, name } = await save('requisitos', 'page-header', { link: 'www.example.pe' });
    expect(problemAt(html, name('link'))).toBe(
      'the link www.example.pe lacks its beginning: write https://www.example.pe',
    );
    expect(html).toContain('Draft saved');
  });
});

test('no story of the seed has a mistake', async () => {
  const { stories } = await app.content().editing.list();
  for (const { draft } of stories) {
    const { text } = await ana.ask(`/editor/stories/${draft.uuid}/`);
    expect(text, draft.full_slug).not.toContain('id="wrong"');
  }
});
