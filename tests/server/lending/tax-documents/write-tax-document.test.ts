import { describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { signXml, verifySignedXml } from '#server/kit/sign-xml.ts';
import { readXml, type XmlElement, xmlTextAt } from '#server/kit/xml.ts';
import { documentName, summaryName } from '#server/lending/tax-documents/document-name.ts';
import { problemsOf } from '#server/lending/tax-documents/tax-document-rules.ts';
import { MAX_SUMMARY_LINES, writeDailySummary } from '#server/lending/tax-documents/write-daily-summary.ts';
import { writeTaxDocument } from '#server/lending/tax-documents/write-tax-document.ts';
import { judge, whyNoJudges } from '#tests/support/tax-documents/judges.ts';
import { creditNote, ISSUER, receipt, taxLine, testKey } from '#tests/support/tax-documents/tax-documents.ts';

function read(xml: string): XmlElement {
  const root = readXml(Buffer.from(xml));
  if (!root) throw new Error('not read');
  return root;
}

describe('a receipt', () => {
  const root = read(writeTaxDocument(receipt()));

  test('says who, whom, when and what, and in words how much', () => {
    expect(root).toMatchObject({
      name: 'Invoice',
      namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    });
    expect(xmlTextAt(root, 'ID')).toBe('B001-12');
    expect(xmlTextAt(root, 'IssueDate')).toBe('2026-11-28');
    expect(xmlTextAt(root, 'InvoiceTypeCode')).toBe('03');
    expect(xmlTextAt(root, 'Note')).toBe('CUARENTA Y SIETE CON 07/100 SOLES');
    expect(xmlTextAt(root, 'AccountingSupplierParty', 'Party', 'PartyIdentification', 'ID')).toBe(ISSUER.ruc);
    expect(xmlTextAt(root, 'AccountingCustomerParty', 'Party', 'PartyLegalEntity', 'RegistrationName')).toBe(
      'ROSA QUISPE ÑAHUI',
    );
  });

  test('is of the operation and the affectation of the catalogues, which the sheets leave to us', () => {
    const xml = writeTaxDocument(receipt());
    expect(xml).toContain('listID="0101"');
    expect(xml.match(/<cbc:TaxExemptionReasonCode>10</g)).toHaveLength(2);
    expect(xml.match(/<cbc:ID>1000<\/cbc:ID><cbc:Name>IGV<\/cbc:Name><cbc:TaxTypeCode>VAT</g)).toHaveLength(3);
  });

  test('adds up what was charged and computes nothing again', () => {
    const odd = read(writeTaxDocument(receipt({ lines: [taxLine('Interés', 3, 1), taxLine('Comisión', 1, 1)] })));
    expect(xmlTextAt(odd, 'TaxTotal', 'TaxAmount')).toBe('0.02');
    expect(xmlTextAt(odd, 'LegalMonetaryTotal', 'LineExtensionAmount')).toBe('0.04');
    expect(xmlTextAt(odd, 'LegalMonetaryTotal', 'PayableAmount')).toBe('0.06');
  });

  test('refuses a text that XML cannot hold', () => {
    expect(() => writeTaxDocument(receipt({ lines: [taxLine('Inter\u0000és', 100, 18)] }))).toThrow(RangeError);
  });
});

describe('a credit note', () => {
  test('names the receipt that it lowers, and why', () => {
    const root = read(writeTaxDocument(creditNote()));
    expect(root.name).toBe('CreditNote');
    expect(xmlTextAt(root, 'DiscrepancyResponse', 'ResponseCode')).toBe('09');
    expect(xmlTextAt(root, 'BillingReference', 'InvoiceDocumentReference', 'ID')).toBe('B001-12');
    expect(xmlTextAt(root, 'BillingReference', 'InvoiceDocumentReference', 'DocumentTypeCode')).toBe('03');
  });
});

describe('a daily summary', () => {
  const issueDate = calendarDate('2026-11-29');
  const documents = [receipt(), creditNote({ issueDate: receipt().issueDate })];

  test('tells each document with its totals, and of which day they are', () => {
    const root = read(writeDailySummary({ issuer: ISSUER, issueDate, number: 1, documents }));
    expect(xmlTextAt(root, 'ID')).toBe('RC-20261129-1');
    expect(xmlTextAt(root, 'ReferenceDate')).toBe('2026-11-28');
    const lines = root.children.filter(({ name }) => name === 'SummaryDocumentsLine');
    expect(lines.map((line) => xmlTextAt(line, 'ID'))).toEqual(['B001-12', 'BN01-3']);
    expect(lines.map((line) => xmlTextAt(line, 'TotalAmount'))).toEqual(['47.07', '11.80']);
    expect(lines.map((line) => xmlTextAt(line, 'TaxTotal', 'TaxAmount'))).toEqual(['7.18', '1.80']);
  });

  test('is of 1 to 500 different documents of one day and one lender', () => {
    const write =
      (of: typeof documents, number = 1) =>
      () =>
        writeDailySummary({ issuer: ISSUER, issueDate, number, documents: of });
    expect(write([])).toThrow('1 to 500');
    expect(write(Array.from({ length: MAX_SUMMARY_LINES + 1 }, (_, at) => receipt({ number: at + 1 })))).toThrow(
      '1 to 500',
    );
    expect(write([receipt(), creditNote()])).toThrow('of one day');
    expect(write([receipt(), receipt()])).toThrow('once');
    expect(write(documents, 0)).toThrow('no summary 0');
  });
});

const why = whyNoJudges();
if (why) console.info(`SUNAT’s judges are not asked about samples: ${why}.`);

describe.runIf(why === undefined)('SUNAT’s judges accept without a word', () => {
  test('a sample of every kind', () => {
    const samples = [
      receipt(),
      receipt({ number: 99_999_999, lines: [taxLine('Interés del 01/11/2026 al 28/11/2026', 1, 1)] }),
      receipt({ number: 2, buyer: { documentCode: '4', documentNumber: '001234567', name: 'ANA DÍAZ' } }),
      receipt({ number: 3, lines: [taxLine('Interés & comisión <"\'> – ñ', 123_456_789, 22_222_222)] }),
      receipt({ number: 4, lines: Array.from({ length: 999 }, (_, at) => taxLine(`Cuota ${at}`, 100, 18)) }),
      receipt({ number: 5, issuer: { ...ISSUER, tradeName: undefined, name: 'M'.repeat(100) } }),
      ...(['01', '06', '07', '09'] as const).map((reason, at) =>
        creditNote({ number: at + 1, corrects: { series: 'B001', number: 12, reason, words: 'Pago devuelto' } }),
      ),
    ];
    const key = testKey();
    const signed = new Map(samples.map((sample) => [documentName(sample), signXml(writeTaxDocument(sample), key).xml]));
    const documents = [receipt(), creditNote({ issueDate: receipt().issueDate })];
    const day = calendarDate('2026-11-29');
    signed.set(
      summaryName(ISSUER.ruc, day, 1),
      signXml(writeDailySummary({ issuer: ISSUER, issueDate: day, number: 1, documents }), key).xml,
    );
    for (const sample of samples) expect(problemsOf(sample)).toEqual([]);
    for (const xml of signed.values()) expect(verifySignedXml(xml).kind).toBe('valid');
    for (const [name, judgement] of judge(signed)) expect(judgement, name).toEqual({ accepted: true, said: [] });
  });
});
