import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SCREENS, type ScreenName, screenPath } from '#api/screens.ts';
import QuestionPage from '#blocks/question-page.astro';
import { describeAnswer, questionPath, questionsOf } from '#blocks/questions.ts';
import { LOCALES, localePath } from '#i18n/locale.ts';
import { examplePage, render, renderBlock } from './example-page.ts';
import { seedStories, seedStory } from './seed.ts';

const PAGES = seedStories()
  .filter(({ content }) => content?.component === 'page' || content?.component === 'error-page')
  .map(({ full_slug }) => full_slug);
const LINKED = /<a\b[^>]*\shref="([^"]+)"/g;

/** Every page of the seed in both languages, rendered as the build renders it. */
const RENDERED = new Map<string, string>();
for (const locale of LOCALES) {
  for (const slug of PAGES) {
    const page = { ...examplePage(locale), story: `${locale}/${slug}` };
    RENDERED.set(`${locale} ${slug}`, await renderBlock(seedStory(slug, locale), page));
  }
}

/** The words of a page: no tags, and no data that only scripts read. */
function wordsOf(html: string): string {
  return html
    .replace(/<script\b.*?<\/script>|<style\b.*?<\/style>|<astro-island[^>]*>/gs, ' ')
    .replace(/<[^>]*data-advertised[^>]*>[^<]*/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', '\u00a0');
}

const SCREEN_PATHS = new Set((Object.keys(SCREENS) as ScreenName[]).map((name) => screenPath(name)));

/** Texts of a story as an editor typed them. */
function typedTexts(value: unknown, field = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => typedTexts(item, field));
  if (typeof value === 'string') return field === 'headline' || field === '_uid' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => typedTexts(item, name.replace(/__i18n__.*$/, '')));
}

/** Figures that bound what can be chosen, as a page fills them in. */
const BOUNDS = ['single_min', 'single_max', 'installment_min', 'installment_max', 'referees_above', 'pictures_above']
  .map((name) => examplePage('es').text(`{${name}}`))
  // The bounds of each product in instalments.
  .concat('S/\u00a01.000');

describe('the seed content', () => {
  test('has the pages a visitor needs, in both languages', {
    tags: ['spec-1.6', 'spec-2.16', 'spec-2.23', 'promise-ways-to-pay-and-our-accounts'],
  }, () => {
    expect(PAGES).toEqual(
      expect.arrayContaining([
        'home',
        '404',
        'como-funciona',
        'requisitos',
        'tarifas',
        'como-cobramos',
        'terminos',
        'privacidad',
        'cookies',
        'quienes-somos',
        'landing',
        'prestamo-de-un-solo-pago',
        'prestamo-en-cuotas',
        'si-no-puedes-pagar',
        'seguridad',
      ]),
    );
    expect(RENDERED.size).toBe(PAGES.length * 2);
  });

  test('shows every content block of the specification on some page', {
    tags: ['spec-1.6', 'spec-2.41', 'spec-2.46'],
  }, () => {
    const typed = JSON.stringify(seedStories().filter(({ full_slug }) => PAGES.includes(full_slug)));
    const blocks = ['hero-slider', 'grid', 'faq', 'how-it-works', 'requirements', 'why-us', 'bank-details', 'contacts'];
    const more = ['logos', 'textual-page', 'representative-example', 'landing-page', 'page-header'];
    expect([...blocks, ...more].filter((name) => !typed.includes(`"component":"${name}"`))).toEqual([]);
    const about = RENDERED.get('es quienes-somos') ?? '';
    const picture = /<header class="page-head night pictured">\s*<img class="back" src="([^"]+)"/.exec(about)?.[1];
    expect(existsSync(`public${picture}`)).toBe(true);
    expect(about.indexOf('<h1')).toBeGreaterThan(about.indexOf('<img class="back"'));
    expect(RENDERED.get('es como-pagar')).toMatch(/<section class="logos">[\s\S]*?<li>\s*<span>\s*BCP/);
  });

  test('tells search engines of each page in 110 to 155 characters, and in a title they show whole', () => {
    for (const locale of LOCALES) {
      const page = examplePage(locale);
      for (const { full_slug, content } of seedStories()) {
        if (content?.component !== 'page') continue;
        const { seo_title, seo_description } = seedStory(full_slug, locale) as unknown as Record<string, string>;
        const [title, description] = [page.text(seo_title), page.text(seo_description)];
        expect(title.length, `${locale} ${full_slug}: ${title}`).toBeLessThanOrEqual(60);
        expect(description.length, `${locale} ${full_slug}: ${description}`).toBeGreaterThanOrEqual(110);
        expect(description.length, `${locale} ${full_slug}: ${description}`).toBeLessThanOrEqual(155);
      }
    }
  });

  test('types no price: every amount and rate is a figure that the engine computes', () => {
    // 15 % of the highest rate is the law's own number for late interest, not a price of ours.
    const typed = seedStories().flatMap(({ full_slug, content }) =>
      typedTexts(content)
        .filter((text) => /S\/\s*\d|\d,\d\d|\d\s*%/.test(text.replace('15 %', '')))
        .map((text) => `${full_slug}: ${text}`),
    );
    expect(typed).toEqual([]);
  });

  test.each([...RENDERED])(
    '%s shows amounts and dates in the one format of the product',
    { tags: 'spec-9.9' },
    (_, html) => {
      // The bounds of a slider, and of what is lent and asked for, are whole.
      const words = wordsOf(html.replace(/<(\w+)[^>]*\bclass="ends"[^>]*>.*?<\/\1>/gs, ''));
      for (const [amount] of words.matchAll(/S\/[\s\u00a0][\d.,]*\d/g)) {
        if (!BOUNDS.includes(amount)) expect(amount).toMatch(/^S\/\u00a0\d{1,3}(\.\d{3})*,\d{2}$/);
      }
      for (const [date] of words.matchAll(/\b\d{1,4}\/\d{1,2}\/\d{1,4}\b/g))
        expect(date).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
      expect(words).not.toMatch(/\{\w+\}|undefined|NaN/);
    },
  );

  test('has one h1 on each page and no level left out', () => {
    for (const [page, html] of RENDERED) {
      const levels = [...html.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]));
      expect([page, levels.filter((level) => level === 1).length]).toEqual([page, 1]);
      const jumps = levels.filter((level, k) => k > 0 && level > (levels[k - 1] as number) + 1);
      expect([page, jumps]).toEqual([page, []]);
    }
  });

  test('links only to pages and places that exist', () => {
    expect(
      [...RENDERED].flatMap(([page, html]) => deadLinks(page.slice(0, 2), html).map((href) => `${page}: ${href}`)),
    ).toEqual([]);
  });

  test('answers at least fourteen questions in four topics, each on a page of its own', async () => {
    for (const locale of LOCALES) {
      const index = RENDERED.get(`${locale} preguntas`) as string;
      const page = { ...examplePage(locale), story: `${locale}/preguntas` };
      const questions = questionsOf(seedStory('preguntas', locale), page.story);
      expect(questions.length).toBeGreaterThanOrEqual(14);
      expect(index.match(/<section id=/g)?.length).toBeGreaterThanOrEqual(4);
      for (const question of questions) {
        expect(index).toContain(`href="${questionPath(page, question.anchor)}"`);
        const html = await render(QuestionPage, { question, page });
        expect(html.match(/<h1\b[^>]*>([^<]+)/)?.[1]).toBe(page.text(question.question));
        expect(html).not.toMatch(/class="said lead">\s*<\/div>/);
        expect(deadLinks(locale, html)).toEqual([]);
        const shown = describeAnswer(page.html(question.answer), page.t('question_description'));
        expect(shown.length, shown).toBeGreaterThanOrEqual(110);
        expect(shown.length, shown).toBeLessThanOrEqual(155);
      }
    }
  });

  test('answers on the home page what is asked most, and leads to the rest', () => {
    for (const locale of LOCALES) {
      const home = RENDERED.get(`${locale} home`) as string;
      const faq = home.slice(home.indexOf('id="preguntas"'));
      expect(faq.match(/<details name="faq"/g)?.length).toBeGreaterThanOrEqual(3);
      expect(faq).toContain(`href="${localePath(locale, '/preguntas')}"`);
    }
  });

  test('translates every text that a visitor reads', () => {
    const untranslated = seedStories().flatMap(({ full_slug, content }) => missing(content, full_slug));
    expect(untranslated).toEqual([]);
  });
});

/** The links of a page to pages or anchors that the seed does not have. */
function deadLinks(locale: string, html: string): string[] {
  const links = [...html.matchAll(LINKED)].map(([, href = '']) => href);
  return links.filter((href) => {
    if (!href.startsWith('/')) return false;
    const [path = '', anchor] = href.replace(/^\/en(?=\/)/, '').split('#');
    const slug = path.replace(/^\/|\/$/g, '') || 'home';
    // Neither screens nor forms are stories.
    if (SCREEN_PATHS.has(`/${slug}/`) || existsSync(`src/pages/[...lang]/${slug}.astro`)) return false;
    const [story = '', question] = slug.split('/');
    if (question) return !RENDERED.get(`${locale} ${story}`)?.includes(`id="${question}"`);
    const target = RENDERED.get(`${locale} ${slug}`);
    return !target || (anchor !== undefined && !target.includes(`id="${anchor}"`));
  });
}

/** Fields that have a second language nowhere although a sibling field of the same name elsewhere does. */
function missing(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, k) => missing(item, `${path}.${k}`));
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  const WORDS = /^(?:title|text|lead|question|answer|points|body|headline|.*_text|.*_title|seo_.*|copyright)$/;
  const isOwn = (name: string): boolean => WORDS.test(name) && !name.includes('__i18n__');
  const own = typeof fields['component'] === 'string' ? Object.keys(fields).filter(isOwn) : [];
  return [
    ...own
      .filter((name) => !Array.isArray(fields[name]) && fields[name] !== '' && !(`${name}__i18n__en` in fields))
      .map((name) => `${path}.${name}`),
    ...Object.entries(fields)
      .filter(([name]) => !name.includes('__i18n__'))
      .flatMap(([name, item]) => missing(item, `${path}.${name}`)),
  ];
}
