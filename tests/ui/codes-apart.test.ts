import { describe, expect, test } from 'vitest';
import { codesApart } from '#ui/codes-apart.ts';

describe('a code in a text', () => {
  test('stands apart from its words', () => {
    expect(codesApart('Pagos del préstamo P-2026-0000002')).toEqual(['Pagos del préstamo ', 'P-2026-0000002', '']);
    expect(codesApart('SOL-2026-0000001')).toEqual(['', 'SOL-2026-0000001', '']);
    expect(codesApart('Registro SBS N.º 000-2026 · Lima')).toEqual(['Registro SBS ', 'N.º 000-2026', ' · Lima']);
    expect(codesApart('SBS register No. 000-2026')).toEqual(['SBS register ', 'No. 000-2026', '']);
    expect(codesApart('la Ley 29733 y DS 016-2024-JUS.')).toEqual(['la Ley 29733 y ', 'DS 016-2024-JUS', '.']);
    expect(codesApart('Mañay S.A.C. · RUC 20999999990')).toEqual(['Mañay S.A.C. · ', 'RUC 20999999990', '']);
  });

  test('is not a part of an account number, a date or a word with a hyphen', () => {
    for (const text of ['002-1931-0012345', '2026-12-28', 'WhatsApp +51 900 000 123', 'pre-2026', 'S/ 1.234,56'])
      expect(codesApart(text)).toEqual([text]);
  });
});
