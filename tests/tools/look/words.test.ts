import { expect, test } from 'vitest';
import { countWords } from '#tools/look/words.ts';

test('figures, dates and signs are not words, and a line ends a sentence', () => {
  expect(countWords('Devuelves\nS/ 361,51 el 27/12/2026.').words).toBe(3);
  expect(countWords('').words).toBe(0);
});

test('a short sentence of short words reads more easily than a long one of long words', () => {
  const short = countWords('Pides hoy. Te llega hoy.').inflesz;
  const long = countWords(
    'La contratación electrónica supone el consentimiento inequívoco del prestatario respecto de las estipulaciones.',
  ).inflesz;
  expect(short).toBeGreaterThan(70);
  expect(long).toBeLessThan(20);
});

test('syllables of Spanish: what is spoken together counts once', () => {
  // One sentence of one word: 206.835 − 62.3 × syllables − 1.
  const syllables = (word: string) => Math.round((205.835 - countWords(word).inflesz) / 62.3);
  expect(['cuota', 'día', 'préstamo', 'mañana', 'deuda', 'TCEA'].map(syllables)).toEqual([2, 2, 3, 3, 2, 2]);
});
