import { beforeEach, describe, expect, test } from 'vitest';
import { searchQuestions } from '#blocks/faq-cords/search-questions.ts';
import { questionsOf } from '#blocks/questions.ts';
import { LOCALES, type Locale } from '#i18n/locale.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';
import { examplePage, renderBlock } from './example-page.ts';
import { seedStory, seedTexts } from './seed.ts';

const PAGES = new Map<Locale, string>();
for (const locale of LOCALES) {
  const page = { ...examplePage(locale), story: `${locale}/preguntas` };
  const html = await renderBlock(seedStory('preguntas', locale), page);
  PAGES.set(locale, html.replace(/<script\b.*?<\/script>/gs, ''));
}
const find = <E extends Element>(selector: string) => document.querySelector(selector) as unknown as E;

function open(locale: Locale): void {
  openWindow();
  document.body.innerHTML = PAGES.get(locale) as string;
}

function start(locale: Locale): void {
  open(locale);
  searchQuestions(find('.find'), find('.faq'));
}

function type(words: string): void {
  find<HTMLInputElement>('.find input').value = words;
  find('.find input').dispatchEvent(new Event('input'));
}

const shown = () => [...document.querySelectorAll<HTMLDetailsElement>('.faq details')].filter((each) => !each.hidden);
const found = () => shown().map(({ id }) => id);
const status = () => find('[role="status"]').textContent;

describe('the search of the questions', () => {
  beforeEach(() => start('es'));

  test('is not shown before its script runs', () => {
    open('es');
    expect(find<HTMLElement>('.find').hidden).toBe(true);
    expect(shown().length).toBeGreaterThan(10);
  });

  test.each([
    ['infocorp', ['infocorp']],
    ['INFOCORP', ['infocorp']],
    ['¿tcea', ['que-es-la-tcea']],
    ['penálidad', ['pagar-antes']],
    ['Yape', ['como-pago']],
    ['boleta', ['trabajo-independiente']],
    ['contraseñas', ['estafas']],
    ['Ley 29733', ['que-hacen-con-mis-datos']],
    ['la tarjeta de mi', ['como-pago']],
    ['cuánto demora', ['cuanto-demora']],
    ['cuando me depositan', ['cuanto-demora']],
    ['¿Cuándo llega la plata?', ['cuanto-demora']],
    ['en cuánto tiempo llega el dinero', ['cuanto-demora']],
    ['pedimos referencias', ['contactos-y-fotos']],
    ['comisión de evaluación', ['pagar-antes']],
  ])('finds with %j the question whose words or answer say so, and opens it', (words, questions) => {
    type(words);
    expect(found()).toEqual(questions);
    expect(status()).toBe(`1 pregunta con “${words}”.`);
    expect(shown()[0]?.open).toBe(true);
    const page = shown()[0]?.querySelector('.own a')?.getAttribute('href');
    expect(page).toBe(`/preguntas/${questions[0]}/`);
  });

  test('says how many there are, and leaves out topics without any', () => {
    type('atraso');
    expect(found()).toEqual(['no-llego-a-la-fecha']);
    type('estafa');
    expect(found()).toEqual(['pago-por-adelantado', 'estafas']);
    expect(status()).toBe('2 preguntas con “estafa”.');
    const topics = [...document.querySelectorAll<HTMLElement>('.faq section')];
    expect(topics.filter(({ hidden }) => !hidden).map(({ id }) => id)).toEqual(['costos', 'seguridad-y-reclamos']);
  });

  test('says when there is none, and who answers then', () => {
    type('<b>hipoteca</b> $& {words}');
    expect(found()).toEqual([]);
    expect(status()).toBe('Ninguna pregunta con “<b>hipoteca</b> $& {words}”. Prueba con otra palabra.');
    expect(find('[role="status"] b')).toBeNull();
    const none = find<HTMLElement>('.find .none');
    expect(none.hidden).toBe(false);
    expect(none.querySelector('a')?.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/51\d+$/);
    type('infocorp');
    expect(none.hidden).toBe(true);
  });

  test('Enter leads to the first that is found, Escape shows all again, one letter looks for nothing', () => {
    type('yape');
    const sent = new Event('submit', { cancelable: true });
    find('.find').dispatchEvent(sent);
    expect(sent.defaultPrevented).toBe(true);
    expect(document.activeElement?.parentElement?.id).toBe('como-pago');
    find('.find input').dispatchEvent(Object.assign(new Event('keydown'), { key: 'Escape' }));
    const all = questionsOf(seedStory('preguntas', 'es'), 'es/preguntas').length;
    expect(shown()).toHaveLength(all);
    expect(status()).toBe('');
    type('y');
    expect(shown()).toHaveLength(all);
    type('¿?');
    expect(shown()).toHaveLength(all);
  });

  test('words that the browser kept are looked for when somebody comes back', () => {
    find<HTMLInputElement>('.find input').value = 'yape';
    dispatchEvent(new Event('pageshow'));
    expect(found()).toEqual(['como-pago']);
  });
});

test.each(LOCALES)('what it proposes is found, in %s', (locale) => {
  start(locale);
  const proposed = [...(seedTexts(locale)['question_search_help'] ?? '').matchAll(/“([^”]+)”/g)].map(
    ([, word]) => word,
  );
  expect(proposed).toHaveLength(3);
  for (const word of proposed) {
    type(word as string);
    expect(shown().length, word).toBeGreaterThan(0);
    expect(shown().length, word).toBeLessThan(5);
  }
});
