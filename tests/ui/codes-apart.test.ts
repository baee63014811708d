import { createElement, type ElementType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { codesApart } from '#ui/own-text/codes-apart.ts';
import { jsx } from '#ui/own-text/jsx-runtime.ts';

describe('a code in a text', () => {
  test('stands apart from its words', () => {
    expect(codesApart('Pagos del préstamo P-2026-0000002')).toEqual(['Pagos del préstamo ', 'P-2026-0000002', '']);
    expect(codesApart('SOL-2026-0000001')).toEqual(['', 'SOL-2026-0000001', '']);
    expect(codesApart('Registro SBS N.º 000-2026 · Lima')).toEqual(['Registro SBS N.º ', '000-2026', ' · Lima']);
  });

  test('is not a part of an account number, a date or a word with a hyphen', () => {
    for (const text of ['002-1931-0012345', '2026-12-28', 'WhatsApp +51 900 000 123', 'pre-2026', 'S/ 1.234,56'])
      expect(codesApart(text)).toEqual([text]);
  });

  const drawn = (type: ElementType, children: string) =>
    renderToStaticMarkup(createElement('p', null, jsx(type, { children })));

  test('stays whole on a screen, and its words stay translatable', () => {
    expect(drawn('b', 'Contrato P-2026-0000002')).toBe(
      '<p><b><bdi>Contrato </bdi><span class="whole" translate="no">P-2026-0000002</span></b></p>',
    );
  });

  test('is plain text where an element may not be', () => {
    expect(drawn('option', 'Contrato P-2026-0000002')).toBe('<p><option>Contrato P-2026-0000002</option></p>');
  });
});
