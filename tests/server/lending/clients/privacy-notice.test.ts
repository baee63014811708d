import { expect, test } from 'vitest';
import { renderPrivacyNotice } from '#server/lending/clients/privacy-notice.ts';
import { headOn } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

test.each([
  ['es', '8. Tus derechos', 'Contestamos en 20 días hábiles si quieres verlos y en 10'],
  ['en', '8. Your rights', 'within 20 business days if you want to see them and within 10'],
] as const)('in %s it names who answers for the data and which terms the law gives', async (language, ...parts) => {
  const { flat, roles } = await readPdf(await renderPrivacyNotice({ head: headOn('2026-01-15', language) }));
  for (const part of [...parts, 'Mañay Préstamos S.A.C., RUC 20999999990', 'DS 016-2024-JUS', '48 h']) {
    expect(flat).toContain(part);
  }
  expect(roles).toContain('H2');
});
