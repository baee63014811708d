import { describe, expect, test } from 'vitest';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import { PICTURE_ORIGINS } from '#storyblok/regions.ts';
import { htmlValidator } from '#tests/support/html-validator.ts';
import { BLOCK_NAMES, examplePage, examplesOf, insideItsParent, readJson, renderBlock } from './example-page.ts';

const problemsOfPage = htmlValidator({
  // The standard lets `details` stand in a header cell; the validator's table of elements does not know it yet.
  elements: ['html5', { details: { sectioning: false } }],
  rules: {
    // React writes `<input/>`, `checked=""`, `hidden=""` and `inputMode`; its generated ids begin with `_`. All of it is HTML.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-case': 'off',
    'valid-id': ['error', { relaxed: true }],
    // The calculator's button is a link, so that it leads on without script; Enter in its form is handled.
    'wcag/h32': 'off',
    // Written by us in one place each, and nothing a browser minds.
    'tel-non-breaking': 'off',
    'no-trailing-whitespace': 'off',
  },
});

function withCap(settings: ProductSettingsBody | undefined, cap: number): ProductSettingsBody {
  if (!settings) throw new Error('the example page has no products');
  const all = structuredClone(settings);
  for (const product of [all.singlePayProduct, ...all.installmentProducts]) product.pricing.cap = cap;
  return all;
}

// What Astro writes before the first island of a page; it is not ours to validate.
const ISLAND_RUNTIME = /<style>astro-island.*?<\/style>|<script\b.*?<\/script>/gs;

/** Lists what a validator says about a part of a page, in sentences. */
function problemsOf(html: string): Promise<string[]> {
  return problemsOfPage(
    `<!DOCTYPE html><html lang="es"><head><title>x</title></head><body>${html.replace(ISLAND_RUNTIME, '')}</body></html>`,
  );
}

describe.each(BLOCK_NAMES)('block %s', (name) => {
  const examples = examplesOf(name);

  test.each(examples.map((example) => [example._uid, example] as const))(
    '%s renders as valid HTML',
    {
      tags: [
        'spec-1.6',
        'spec-2.33',
        'spec-2.34',
        'spec-2.36',
        'spec-2.37',
        'spec-2.38',
        'spec-2.39',
        'spec-2.40',
        'spec-2.41',
        'spec-2.43',
      ],
    },
    async (_, block) => {
      const html = await renderBlock(block);
      expect(html.trim()).not.toBe('');
      expect(await problemsOf(insideItsParent(block, html))).toEqual([]);
    },
  );

  test.each(examples.map((example) => [example._uid, example] as const))(
    '%s keeps the content security policy: no style or handler inside a tag',
    async (_, block) => {
      const html = await renderBlock(block);
      expect(html).not.toMatch(/<[^>]*\sstyle=/);
      expect(html).not.toMatch(/<[^>]*\son[a-z]+=/);
      expect(html).not.toMatch(/javascript:/i);
    },
  );

  test('it shows every figure it names, and none of the braces around it', async () => {
    for (const block of examples) {
      const words = (await renderBlock(block))
        .replace(ISLAND_RUNTIME, '')
        .replace(/<astro-island[^>]*>| data-props="[^"]*"/g, '');
      expect(words).not.toMatch(/\{\w+\}|undefined|NaN/);
    }
  });
});

describe('a picture is sent in the size that is shown', () => {
  const logo = (filename: string): RawBlock => ({ _uid: 'l1', component: 'logo', name: 'Banco', image: { filename } });

  test.each(PICTURE_ORIGINS)('from %s', async (origin) => {
    const html = await renderBlock(logo(`${origin}/f/1/1600x900/a/b.jpg`));
    expect(html).toContain(`srcset="${origin}/f/1/1600x900/a/b.jpg/m/360x0/`);
  });

  test.each(['/images/b.jpg', 'https://a.storyblok.com/f/1/1600x900/a/b.SVG'])('but not %s', async (filename) => {
    expect(await renderBlock(logo(filename))).not.toContain('srcset');
  });
});

describe('what is not sold is not priced, and stops no page', () => {
  const blocks = BLOCK_NAMES.flatMap(examplesOf).map((example) => [example._uid, example] as const);
  // Above this cap are the single payment and the short instalments: 110 % and 95 %; the long ones cost 85 %.
  const capped = () => withCap(examplePage().products, 90);

  test.each(blocks)('%s renders under a cap below two prices, and on a day without any', async (_, block) => {
    for (const products of [capped(), undefined]) {
      const html = await renderBlock(block, examplePage('es', products));
      expect(await problemsOf(insideItsParent(block, html))).toEqual([]);
      expect(html).not.toMatch(/110,00|95,00|573,03|NaN/);
    }
  });

  test('the calculator starts with what is sold, and is a sentence when nothing is', async () => {
    const [hero] = examplesOf('hero-slider') as [RawBlock];
    const only = await renderBlock(hero, examplePage('es', capped()));
    expect(only).toContain('class="calc"');
    const none = await renderBlock(hero, examplePage('es', undefined));
    expect(none).not.toContain('class="calc"');
    expect(none).toContain('Por ahora no ofrecemos este préstamo');
  });
});

describe('content that breaks its block stops the build with a sentence that helps', () => {
  test('a required field left blank names story, block and field', async () => {
    const block = { _uid: 'abc', component: 'contacts', title: '' };
    await expect(renderBlock(block)).rejects.toThrow('story "example", block "contacts" (abc), field "title"');
  });

  test('a mistake in a nested block names the nested block', async () => {
    const group = { _uid: 'g1', component: 'faq-group', anchor: 'costos', title: 'Costos', questions: [] };
    const block = { _uid: 'f1', component: 'faq', title: 'Preguntas', groups: [group] };
    await expect(renderBlock(block)).rejects.toThrow('block "faq-group" (g1), field "questions"');
  });

  test('a component nobody has built is named', async () => {
    const block = { _uid: 'abc', component: 'carousel-3d' };
    await expect(renderBlock(block)).rejects.toThrow(
      'story "example", block "carousel-3d" (abc): there is no such block',
    );
  });

  test('a field the block does not have is named', async () => {
    const block = { _uid: 'abc', component: 'contacts', title: 'Contacto', colour: 'red' };
    await expect(renderBlock(block)).rejects.toThrow('field "colour"');
  });

  test('a figure that does not exist is named, with those that do', { tags: 'asvs-1.3.7' }, async () => {
    const block = { _uid: 'abc', component: 'contacts', title: 'Pagas {example_totl}' };
    await expect(renderBlock(block)).rejects.toThrow(/names \{example_totl\}.*example_total/);
  });

  test('an example of a product that is no longer lent is refused', async () => {
    const block = { _uid: 'abc', component: 'representative-example', title: 'x', product_id: 99, amount: 1, term: 1 };
    await expect(renderBlock(block)).rejects.toThrow('there is no product 99');
  });
});

describe('numbers in content are the engine’s', () => {
  test('the representative example of S/ 500 for 30 days is EX1', { tags: 'spec-2.43' }, async () => {
    const [block] = readJson<RawBlock[]>('src/blocks/representative-example/representative-example.examples.json');
    const html = (await renderBlock(block as RawBlock)).replaceAll('\u00a0', ' ').replaceAll('&nbsp;', ' ');
    for (const figure of ['573,03', '31,89', '11,14', '413,44 %', '305,67 %', '14/02/2026'])
      expect(html).toContain(figure);
  });

  test('a text names the figures of the same loan', () => {
    const words = examplePage()
      .text('{example_amount} por {example_term} días: {example_total}')
      .replaceAll('\u00a0', ' ');
    expect(words).toBe('S/ 500,00 por 30 días: S/ 573,03');
  });
});
