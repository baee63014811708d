import { expect, test } from 'vitest';
import { renderPrivacyNotice } from '#server/lending/clients/privacy-notice.ts';
import { headOn } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const NOBODY = { provider: '', kinds: [] };
const dataOfficer = { name: 'Rosa Díaz Paredes', contact: 'datos@manay.example' };
const EVERYTHING = { provider: 'Central de Prueba S.A.', kinds: ['identity', 'account-holder', 'bureau'] } as const;

test.each([
  ['es', '8. Tus derechos', 'Contestamos en 20 días hábiles si quieres verlos y en 10'],
  ['en', '8. Your rights', 'within 20 business days if you want to see them and within 10'],
] as const)('in %s it names who answers for the data and which terms the law gives', async (language, ...parts) => {
  const { flat, roles } = await readPdf(
    await renderPrivacyNotice({ head: headOn('2026-01-15', language), consulted: NOBODY, dataOfficer }),
  );
  for (const part of [
    ...parts,
    'Mañay Préstamos S.A.C., RUC 20999999990',
    'DS 016-2024-JUS',
    '48 h',
    'Rosa Díaz Paredes',
    'datos@manay.example',
  ]) {
    expect(flat).toContain(part);
  }
  expect(roles).toContain('H2');
});

test.each([
  [
    'es',
    'no consultamos centrales de riesgo, ni registros',
    'Antes de decidir le preguntamos a Central de Prueba S.A.',
  ],
  ['en', 'we consulted no credit bureau, and no register', 'Before deciding we asked Central de Prueba S.A.'],
] as const)('in %s it says who was asked about the client, or that nobody was', async (language, none, asked) => {
  const head = headOn('2026-01-15', language);
  const textWith = async (consulted: Parameters<typeof renderPrivacyNotice>[0]['consulted']) =>
    (await readPdf(await renderPrivacyNotice({ head, consulted, dataOfficer }))).flat;
  const nobody = await textWith(NOBODY);
  expect(nobody).toContain(none);
  expect(nobody).not.toContain(asked);
  const everything = await textWith(EVERYTHING);
  expect(everything).toContain(asked);
  expect(everything).toMatch(/central de riesgo|credit bureau/);
  expect(everything).not.toMatch(/no consultamos|no credit bureau/i);
});

test('until the lender has named a data officer, the notice names nobody', async () => {
  const head = headOn('2026-01-15');
  const { flat } = await readPdf(await renderPrivacyNotice({ head, consulted: NOBODY, dataOfficer: undefined }));
  expect(flat).not.toMatch(/Oficial|\{|undefined/);
});
