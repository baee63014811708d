import type { DocumentLanguage } from '#api/document-types.ts';
import { calendarDate } from '#loan/calendar.ts';
import { SANDBOX_PROVIDER } from '#server/lending/config.ts';
import type { Borrower, DocumentHead } from '#server/lending/documents/document-head.ts';
import type { SignatureEvidence } from '#server/lending/loan-documents/signature-evidence.ts';

/** A paper of the sandbox's lender, issued at noon in Lima. */
export function headOn(day: string, language: DocumentLanguage = 'es'): DocumentHead {
  return {
    provider: SANDBOX_PROVIDER,
    siteUrl: 'https://manay.example',
    language,
    issuedAt: new Date(`${day}T17:00:00Z`),
    issuedOn: calendarDate(day),
  };
}

export const ROSA: Borrower = {
  name: 'Rosa Elena Quispe Ñahui',
  documentType: 'DNI',
  documentNumber: '45678912',
  address: 'Jr. Los Álamos 123, int. 4, Breña, Lima',
  contact: '+51 987 654 321',
};

export const ACCOUNT = 'BCP, ahorros ···· 4821';

export const EVIDENCE: SignatureEvidence = {
  signedAt: new Date('2026-01-15T15:42:07.318Z'),
  signedOn: calendarDate('2026-01-15'),
  channel: 'SMS',
  destination: '··· ··· 321',
  challengeId: '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2a',
  ip: '190.12.80.14',
  userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/143.0 Mobile',
  deviceId: '019bc1e0-0000-7000-8000-00000000d001',
  documents: [
    { title: 'Contrato de préstamo P-2026-0000001', sha256: '3f'.repeat(32) },
    { title: 'Hoja resumen P-2026-0000001', sha256: '9c'.repeat(32) },
    { title: 'Cronograma de pagos P-2026-0000001', sha256: 'e1'.repeat(32) },
  ],
  acceptances: [
    'Leí y acepto el contrato de préstamo y su cronograma.',
    'Leí la hoja resumen: sé cuánto pago, cuándo y qué pasa si me atraso.',
    'Entiendo cómo se usan mis datos según el aviso de privacidad.',
  ],
  seal: 'b7'.repeat(32),
};
