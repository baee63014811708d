import { expect, test } from 'vitest';
import { COMPONENTS } from '#loan/obligation.ts';
import { CLAUSES } from '#server/lending/documents/texts/clauses.ts';
import { PAPERS } from '#server/lending/documents/texts/papers.ts';

/** Every text with its place, as `plan.rules.0`. */
function textsOf(value: unknown, place = ''): [string, string][] {
  if (typeof value === 'string') return [[place, value]];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, place ? `${place}.${key}` : key));
}

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

const pairs = [
  ['papers', PAPERS.es, PAPERS.en],
  ['clauses', CLAUSES.es, CLAUSES.en],
] as const;

test.each(pairs)('the %s say the same in both languages, with the same figures in them', (_, es, en) => {
  const english = new Map(textsOf(en));
  const spanish = textsOf(es);
  expect(spanish.map(([place]) => place).sort()).toEqual([...english.keys()].sort());
  const different = spanish.filter(
    ([place, text]) => `${placeholders(text)}` !== `${placeholders(english.get(place) ?? '')}`,
  );
  expect(different).toEqual([]);
});

test.each(pairs)('no text of the %s is missing, and none holds a figure of its own', (_, es, en) => {
  const all = [...textsOf(es), ...textsOf(en)].filter(([place]) => place !== 'courtesy');
  expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  // Prices, rates and limits come from the loan; laws, opening hours and telephones are words.
  expect(all.filter(([, text]) => /S\/|\d\s*%/.test(text))).toEqual([]);
});

test('everything a loan can owe has a name in both languages', () => {
  for (const component of COMPONENTS) {
    expect(PAPERS.es.components[component]).toBeTruthy();
    expect(PAPERS.en.components[component]).not.toBe(PAPERS.es.components[component]);
  }
});
