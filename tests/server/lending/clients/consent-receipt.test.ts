import { expect, test } from 'vitest';
import { renderConsentReceipt } from '#server/lending/clients/consent-receipt.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const receipt = async (granted: boolean, language: 'es' | 'en') =>
  readPdf(
    await renderConsentReceipt({
      head: headOn('2026-01-15', language),
      borrower: ROSA,
      consent: {
        id: '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2a',
        purpose: 'Publicidad por correo',
        text: 'Acepto recibir ofertas por correo.',
        textVersion: '3',
        granted,
        channel: 'Web',
        at: new Date('2026-01-16T03:30:00Z'),
        on: '2026-01-15',
      },
    }),
  );

test('shows the decision, the words that were read and when, by the clock in Lima', async () => {
  const { flat } = await receipt(true, 'es');
  for (const part of [
    'Tu decisión: Aceptas',
    'Acepto recibir ofertas por correo.',
    '15/01/2026, 22:30 h (hora de Lima)',
    '019bc1f2',
  ]) {
    expect(flat).toContain(part);
  }
});

test('a consent that is taken back has its receipt too', { tags: 'promise-advertising' }, async () => {
  expect((await receipt(false, 'en')).flat).toContain('Your decision: You do not agree');
});
