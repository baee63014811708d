import { expect, test } from 'vitest';
import type { StoredDocumentBody } from '#api/document-item.ts';
import { fileNameOf } from '#client-area/profile/parts/stored-document.tsx';

const paper = (changes: Partial<StoredDocumentBody>) =>
  ({
    type: 'PAYMENT_RECEIPT',
    title: 'Constancia de pago P-2026-0001234',
    createdAt: '2026-02-15T03:30:00.000Z',
    loanNumber: 'P-2026-0001234',
    version: 1,
    language: 'es',
    ...changes,
  }) as StoredDocumentBody;

test.each([
  // Half past ten at night in Lima is the day before.
  [{}, 'payment-receipt-P-2026-0001234-2026-02-14-v1'],
  [{ type: 'CONTRACT', version: 2, language: 'en' }, 'contract-P-2026-0001234-2026-02-14-v2-en'],
  [{ type: 'TAX_RECEIPT', title: 'Boleta de venta electrónica B001-12' }, 'tax-receipt-P-2026-0001234-B001-12-v1'],
  [
    { type: 'TAX_CREDIT_NOTE', title: 'Nota de crédito electrónica BC01-3' },
    'tax-credit-note-P-2026-0001234-BC01-3-v1',
  ],
  [{ type: 'PRIVACY_NOTICE', title: 'Aviso de privacidad', loanNumber: null }, 'privacy-notice-2026-02-14-v1'],
] as const)('the file of a paper is named by what tells it from others: %o', (changes, name) => {
  expect(fileNameOf(paper(changes as Partial<StoredDocumentBody>))).toBe(name);
});
