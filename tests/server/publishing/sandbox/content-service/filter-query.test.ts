import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesWildcard, toInstant } from '#server/publishing/sandbox/content-service/filter-query.ts';
import { runs } from '#tests/scope.ts';

test('a star stands for anything, everything else for itself', () => {
  const cases: readonly (readonly [text: string, pattern: string, matches: boolean])[] = [
    ['legal/terminos', 'legal/*', true],
    ['legal/terminos', '*terminos', true],
    ['legal/terminos', '*/*', true],
    ['legal/terminos', 'legal', false],
    ['legal/terminos', 'l*l/*t*s', true],
    ['aba', 'ab*ba', false],
    ['a.b', 'a?b', false],
    ['', '*', true],
    ['', '', true],
  ];
  for (const [text, pattern, matches] of cases)
    expect(matchesWildcard(text, pattern), `${text} as ${pattern}`).toBe(matches);
});

test('it agrees with a regular expression on every short text and pattern', () => {
  const letters = (alphabet: string) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 7 });
  fc.assert(
    fc.property(letters('ab'), letters('ab*'), (text, pattern) => {
      expect(matchesWildcard(text, pattern)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text));
    }),
    { numRuns: runs(5000) },
  );
});

test('no pattern makes it slow', () => {
  const msOf = (letters: number): number => {
    const startMs = performance.now();
    expect(matchesWildcard('a'.repeat(letters), `${'*a'.repeat(200)}b*`)).toBe(false);
    return performance.now() - startMs;
  };
  msOf(2_000);
  // Ten times the text takes ten times as long, or a hundred if every letter looks at every other; never more.
  expect(msOf(20_000)).toBeLessThan(50 * Math.max(msOf(2_000), 1));
});

test('a date without a zone is UTC, as the service reads it', () => {
  expect(toInstant('2026-01-31')).toBe(Date.parse('2026-01-31T00:00:00Z'));
  expect(toInstant('2026-01-31 10:30')).toBe(Date.parse('2026-01-31T10:30:00Z'));
  expect(toInstant('2026-01-31T10:30:00-05:00')).toBe(Date.parse('2026-01-31T15:30:00Z'));
  expect(toInstant('soon')).toBeNaN();
});
