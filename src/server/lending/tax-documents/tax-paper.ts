import { encode } from 'uqr';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { openDocument } from '#server/lending/documents/document-head.ts';
import { amountInWords } from './amount-in-words.ts';
import { documentId, TYPE_CODES } from './document-name.ts';
import { type TaxDocument, totalsOf } from './tax-document.ts';

export interface TaxPaper {
  readonly document: TaxDocument;
  /** Of the signature. */
  readonly digest: string;
  readonly siteUrl: string;
  readonly issuedAt: Date;
}

const IDENTITIES = { '1': 'DNI', '4': 'CE' } as const;

/**
 * Writes the text of a printed form's QR code, as SUNAT has it: `RUC|03|serie|número|IGV|total|fecha|tipo|documento|hash|`.
 * Amounts in soles with a point, the date as in the XML.
 */
export function qrText({ document, digest }: Pick<TaxPaper, 'document' | 'digest'>): string {
  const { kind, issuer, series, number, issueDate, buyer } = document;
  const { vatCents, totalCents } = totalsOf(document);
  const soles = (cents: number) => (cents / 100).toFixed(2);
  const facts = [issuer.ruc, TYPE_CODES[kind], series, number, soles(vatCents), soles(totalCents), issueDate];
  return `${[...facts, buyer.documentCode, buyer.documentNumber, digest].join('|')}|`;
}

/** Renders the printed form of a tax document from what was signed: the same lines, nothing computed again but sums. */
export function renderTaxPaper({ document, digest, siteUrl, issuedAt }: TaxPaper): Promise<Uint8Array> {
  const { kind, issuer, buyer, issueDate, igvPercent, lines, corrects } = document;
  const type = kind === 'receipt' ? 'TAX_RECEIPT' : 'TAX_CREDIT_NOTE';
  const place = `${issuer.address}, ${issuer.district}, ${issuer.province}, ${issuer.department}`;
  const provider = { legalName: issuer.name, ruc: issuer.ruc, address: place, establishmentCode: '0000' };
  const head = { provider, siteUrl, language: DEFAULT_LOCALE, issuedAt, issuedOn: issueDate } as const;
  const { pdf, texts } = openDocument(head, type, documentId(document));
  const { netCents, vatCents, totalCents } = totalsOf(document);
  const words = texts.tax;
  pdf.rows([
    { label: words.client, value: buyer.name },
    { label: texts.labels.document, value: `${IDENTITIES[buyer.documentCode]} ${buyer.documentNumber}` },
    { label: words.issuedOn, value: formatDate(issueDate) },
    { label: words.currency, value: words.soles },
    ...(corrects
      ? [
          { label: words.corrects, value: `${texts.titles.TAX_RECEIPT} ${documentId(corrects)}` },
          { label: words.reason, value: corrects.words },
        ]
      : []),
  ]);
  pdf.section(words.heading);
  pdf.table({
    columns: [
      { label: words.quantity, share: 0.8, align: 'right' },
      { label: words.unit, share: 0.8 },
      { label: texts.labels.concept, share: 4 },
      { label: texts.labels.beforeVat, share: 1.2, align: 'right' },
      { label: texts.labels.igv, share: 1, align: 'right' },
      { label: texts.labels.sum, share: 1.2, align: 'right' },
    ],
    rows: lines.map((line) => [
      '1',
      words.service,
      line.description,
      formatAmount(line.netCents),
      formatAmount(line.vatCents),
      formatAmount(line.netCents + line.vatCents),
    ]),
  });
  pdf.rows([
    { label: words.taxed, value: formatSoles(netCents) },
    { label: `${texts.labels.igv} ${igvPercent} %`, value: formatSoles(vatCents) },
    { label: words.total, value: formatSoles(totalCents) },
    { label: words.inWords, value: amountInWords(totalCents) },
    { label: words.digest, value: digest },
  ]);
  pdf.qrCode(encode(qrText({ document, digest }), { ecc: 'M', border: 0 }).data, words.qr);
  pdf.note(kind === 'receipt' ? words.ofReceipt : words.ofCreditNote);
  return pdf.finish();
}
