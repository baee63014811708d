import { describe, expect, test } from 'vitest';
import { fill, pickTexts, translator } from '#i18n/translate.ts';

describe('a text', () => {
  test('is what the content service holds', () => {
    expect(translator({ skip_to_content: 'Ir al contenido' })('skip_to_content')).toBe('Ir al contenido');
  });

  test.each([{}, { skip_to_content: undefined }, { skip_to_content: '' }])(
    'falls back to its English default when it is missing or empty: %j',
    { tags: 'spec-8.12' },
    (texts) => expect(translator(texts)('skip_to_content')).toBe('Skip to content'),
  );
});

describe('filling in', () => {
  test('replaces a name in braces, and one after # as the specification writes it', () => {
    expect(fill('Pedir {amount} a {term} días', { amount: 'S/ 500,00', term: 30 })).toBe('Pedir S/ 500,00 a 30 días');
    expect(fill('Your topup loan for S/ #amount is pending', { amount: '500' })).toBe(
      'Your topup loan for S/ 500 is pending',
    );
  });

  test('replaces a name as often as it stands there', () => {
    expect(fill('{a}, {a}, {b}', { a: 1, b: 2 })).toBe('1, 1, 2');
  });

  test('leaves a name it has no value for', () => {
    expect(fill('{amount} #1 {other}', { amount: 5 })).toBe('5 #1 {other}');
    expect(fill('{amount}')).toBe('{amount}');
  });

  test('does not fill in what was filled in', () => {
    expect(fill('{a}', { a: '{b}', b: 'x' })).toBe('{b}');
  });

  test('knows no inherited names', () => {
    expect(fill('{constructor}', {})).toBe('{constructor}');
  });

  test('works through the translator', () => {
    const t = translator({ skip_to_content: 'Ir a {place}' });
    expect(t('skip_to_content', { place: 'casa' })).toBe('Ir a casa');
  });
});

test('an island gets the texts it names and no others', () => {
  const t = translator({ header_back: 'ATRÁS', header_client: '¿Cliente?' });
  expect(pickTexts(t, ['header_back', 'skip_to_content'])).toEqual({
    header_back: 'ATRÁS',
    skip_to_content: 'Skip to content',
  });
});
