import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { openSigningKey, type SigningKey } from '#server/kit/sign-xml.ts';
import { makeSandboxCertificate } from '#server/lending/gateways/tax-documents/sandbox-certificate.ts';
import type { TaxDocument, TaxLine } from '#server/lending/tax-documents/tax-document.ts';

export const ISSUER: TaxDocument['issuer'] = {
  ruc: '20131312955',
  name: 'MAÑAY CRÉDITOS S.A.C.',
  tradeName: 'Mañay',
  ubigeo: '150122',
  address: 'Av. José Larco 123, oficina 4',
  district: 'MIRAFLORES',
  province: 'LIMA',
  department: 'LIMA',
};

export function taxLine(description: string, net: number, vat: number): TaxLine {
  return { description, netCents: cents(net), vatCents: cents(vat) };
}

export function receipt(changes: Partial<TaxDocument> = {}): TaxDocument {
  return {
    kind: 'receipt',
    series: 'B001',
    number: 12,
    issueDate: calendarDate('2026-11-28'),
    issuer: ISSUER,
    buyer: { documentCode: '1', documentNumber: '45678912', name: 'ROSA QUISPE ÑAHUI' },
    igvPercent: 18,
    lines: [
      taxLine('Interés de la cuota que vence el 28/11/2026', 3189, 574),
      taxLine('Comisión por envío de dinero', 800, 144),
    ],
    ...changes,
  };
}

export function creditNote(changes: Partial<TaxDocument> = {}): TaxDocument {
  return receipt({
    kind: 'credit-note',
    series: 'BN01',
    number: 3,
    issueDate: calendarDate('2026-11-29'),
    lines: [taxLine('Interés de la cuota que vence el 28/11/2026', 1000, 180)],
    corrects: { series: 'B001', number: 12, reason: '09', words: 'Menor interés por pago adelantado' },
    ...changes,
  });
}

const DAY_MS = 86_400_000;
let shared: SigningKey | undefined;

/** One key for a whole file of tests, because to make one takes longer than the tests. */
export function testKey(): SigningKey {
  shared ??= openSigningKey(testCertificate());
  return shared;
}

export function testCertificate(validUntil = Date.now() + 365 * DAY_MS) {
  const validFrom = Math.min(Date.now(), validUntil) - DAY_MS;
  return makeSandboxCertificate({ ruc: ISSUER.ruc, name: ISSUER.name, validFrom, validUntil });
}
