import { readFileSync } from 'node:fs';
import PdfDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { PdfCanvas } from '#server/lending/documents/pdf-canvas.ts';
import { TaggedPdf } from '#server/lending/documents/tagged-pdf.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const FIGURE_SIGNS = [...'0123456789.,:;/%+S()-', ' ', '\u00a0'];
const FACES = [
  ['regular', 'noto-sans-400.ttf'],
  ['strong', 'noto-sans-600.ttf'],
] as const;

/** As PDFKit shapes it when no shape stays for the next document. */
function openFresh(file: string) {
  const url = new URL(`../../../../src/server/lending/documents/fonts/${file}`, import.meta.url);
  return new PdfDocument().font(readFileSync(url)).fontSize(10);
}

test.each(FACES)(
  'figures and words in %s are as wide as the font draws them, in the next document too',
  (face, file) => {
    const fresh = openFresh(file);
    const pairs = FIGURE_SIGNS.flatMap((first) => FIGURE_SIGNS.map((second) => `${first}${second}`));
    const texts = ['S/\u00a01.234,56', '14/02/2026', 'Contrato', 'préstamo.', 'AVATo', 'S/ 3.000,00. '];
    for (let copy = 0; copy < 2; copy += 1) {
      const { doc } = new PdfCanvas({ title: 'T', author: 'A', createdAt: new Date(0), footer: [] });
      doc.font(face).fontSize(10);
      for (const text of [...pairs, ...texts])
        expect(doc.widthOfString(text), text).toBeCloseTo(fresh.widthOfString(text), 9);
    }
  },
);

test('a screen reader joins no words of any part, and a letter that fonts lack is lost in none', async () => {
  const pdf = new TaggedPdf({ title: 'T', author: 'A', createdAt: new Date(0), footer: ['Dʼ Angelo'] });
  pdf.letterhead('Mañay 王', 'RUC 20');
  pdf.title('Libro', 'Hoja');
  const row = { label: 'Monto', value: 'Dʼ Angelo 😡\nsigue aquí' };
  pdf.figures([row, row]);
  pdf.bar([{ ...row, value: '1', weight: 1, color: '#000000' }], 'Barra');
  pdf.rows([row]);
  pdf.list(['uno\ndos']);
  pdf.clause('Uno', ['uno\ndos tres '.repeat(20)]);
  pdf.table({ columns: [{ label: 'Uno', share: 1 }], rows: [['uno\ndos']], foot: ['tres'] });
  pdf.note('uno\ndos');
  const { flat } = await readPdf(await pdf.finish());
  expect(flat).toContain("D' Angelo [U+1F621] sigue aquí");
  expect(flat).toContain('Mañay [U+738B] RUC 20');
  expect(flat).not.toContain('?');
});
