import { readFileSync } from 'node:fs';
import PdfDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { cleaned } from '#api/field-rules/cleaned.ts';
import { errorSentence } from '#api/field-rules/error-sentence.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { lookAlikes, unprintable } from '#api/field-rules/printable.ts';
import { houseNumber, line, personName } from '#api/field-rules/text.ts';

interface Opened {
  readonly _font: { readonly font: { readonly characterSet: readonly number[] } };
}

test.each(['noto-sans-400.ttf', 'noto-sans-600.ttf'])(
  '%s prints what the rule lets through, and nothing else',
  (file) => {
    const bytes = readFileSync(`src/server/lending/documents/fonts/${file}`);
    const { characterSet } = (new PdfDocument().font(bytes) as unknown as Opened)._font.font;
    const known = new Set([0x0a, ...characterSet.filter((code) => code < 0xffff)]);
    for (let code = 0; code < 0x1_ffff; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const sign = String.fromCodePoint(code);
      // What every field takes out before its rule reads it: what is nothing, what is invisible.
      if (cleaned(sign) !== sign && !known.has(code)) continue;
      expect(unprintable(sign) === '', `U+${code.toString(16)}`).toBe(known.has(code));
    }
  },
);

test.each([
  ['Dʼ Angelo', "D' Angelo"],
  ['Oʻahu ʹx′', "O'ahu 'x'"],
  ['Ｌｕｉｓ ﬁn №5', 'Luis fin No5'],
  ['Núñez ẽ Ж', 'Núñez ẽ Ж'],
  ['王 😡', '王 😡'],
])('%s is printed as %s', (typed, printed) => {
  expect(lookAlikes(typed)).toBe(printed);
});

test.each([
  [personName(), 'Dʼ Angelo', "D' Angelo", undefined],
  [personName(), '王小明', '王小明', 'letter'],
  [personName(), 'Ana 😀', 'Ana 😀', 'letter'],
  [line(1, 120), 'Jr. Ｌima 12 ☎', 'Jr. Lima 12 ☎', 'letter'],
  [houseNumber, '١٢', '١٢', 'letter'],
] as const)('a field for papers takes %#', (rule, typed, value, code) => {
  expect(checkField(rule, typed)).toEqual({ value, code });
});

test('a sentence names the letter', () => {
  const said = (value: string) => errorSentence('No podemos imprimir “{letter}”.', value);
  expect(said('Ana 王')).toBe('No podemos imprimir “王”.');
  expect(said('josé@correo.pe')).toBe('No podemos imprimir “é”.');
  expect(errorSentence('Falta este dato.', '王')).toBe('Falta este dato.');
});
