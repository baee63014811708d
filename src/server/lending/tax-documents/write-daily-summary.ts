import type { CalendarDate } from '#loan/calendar.ts';
import { xmlElement } from '#server/kit/xml.ts';
import { documentId, summaryId, TYPE_CODES } from './document-name.ts';
import { type Issuer, type TaxDocument, totalsOf } from './tax-document.ts';
import { UBL_NAMESPACES, writeAmount, writeIgv, writeRoot, writeSignatory } from './write-tax-document.ts';

const SUNAT = 'urn:sunat:names:specification:ubl:peru:schema:xsd';
/** Of documents in one summary (0158). */
export const MAX_SUMMARY_LINES = 500;
const MAX_NUMBER = 99_999;
const VERSION = '2.0';
const CUSTOMISATION = '1.1';
/** Catalogue 11: sales that are taxed. */
const TAXED_SALES = '01';
/** Catalogue 19: a document that the authority does not know yet. */
const ADD = '1';

export interface DailySummary {
  readonly issuer: Issuer;
  /** The day on which the summary is made: its id and its file name have it. */
  readonly issueDate: CalendarDate;
  /** 1 for the first summary of that day. */
  readonly number: number;
  /** Receipts and credit notes of one issue date, at most 500. */
  readonly documents: readonly TaxDocument[];
}

/**
 * Writes the summary by which a day's receipts and credit notes are told (RC), ready to be signed.
 * @throws RangeError for a summary of nothing, of too much, of two days or issuers, or that names a document twice
 */
export function writeDailySummary(summary: DailySummary): string {
  const { issuer, issueDate, number, documents } = summary;
  const [first] = documents;
  if (!first || documents.length > MAX_SUMMARY_LINES) {
    throw new RangeError(`a summary has 1 to ${MAX_SUMMARY_LINES} documents, not ${documents.length}`);
  }
  if (documents.some((other) => other.issueDate !== first.issueDate || other.issuer.ruc !== issuer.ruc)) {
    throw new RangeError('a summary has the documents of one day and one issuer');
  }
  const ids = new Set(documents.map((document) => `${document.kind} ${documentId(document)}`));
  if (ids.size < documents.length) throw new RangeError('a summary names each document once');
  if (!Number.isInteger(number) || number < 1 || number > MAX_NUMBER) throw new RangeError(`no summary ${number}`);
  const namespaces = { ...UBL_NAMESPACES, 'xmlns:sac': `${SUNAT}:SunatAggregateComponents-1` };
  const content = [
    xmlElement('cbc:UBLVersionID', VERSION),
    xmlElement('cbc:CustomizationID', CUSTOMISATION),
    xmlElement('cbc:ID', summaryId(issueDate, number)),
    xmlElement('cbc:ReferenceDate', first.issueDate),
    xmlElement('cbc:IssueDate', issueDate),
    writeSignatory(issuer),
    writeSupplier(issuer),
    ...documents.map((document, index) => writeLine(document, index + 1)),
  ];
  return writeRoot('SummaryDocuments', `${SUNAT}:SummaryDocuments-1`, content, namespaces);
}

function writeSupplier({ ruc, name }: Issuer): string {
  return xmlElement('cac:AccountingSupplierParty', [
    xmlElement('cbc:CustomerAssignedAccountID', ruc),
    xmlElement('cbc:AdditionalAccountID', '6'),
    xmlElement('cac:Party', [xmlElement('cac:PartyLegalEntity', [xmlElement('cbc:RegistrationName', name)])]),
  ]);
}

function writeLine(document: TaxDocument, number: number): string {
  const { buyer, corrects, kind } = document;
  const { netCents, vatCents, totalCents } = totalsOf(document);
  const tax = xmlElement('cac:TaxSubtotal', [
    writeAmount('cbc:TaxAmount', vatCents),
    xmlElement('cac:TaxCategory', [writeIgv()]),
  ]);
  return xmlElement('sac:SummaryDocumentsLine', [
    xmlElement('cbc:LineID', String(number)),
    xmlElement('cbc:DocumentTypeCode', TYPE_CODES[kind]),
    xmlElement('cbc:ID', documentId(document)),
    xmlElement('cac:AccountingCustomerParty', [
      xmlElement('cbc:CustomerAssignedAccountID', buyer.documentNumber),
      xmlElement('cbc:AdditionalAccountID', buyer.documentCode),
    ]),
    ...(corrects ? [writeReference(corrects)] : []),
    xmlElement('cac:Status', [xmlElement('cbc:ConditionCode', ADD)]),
    writeAmount('sac:TotalAmount', totalCents),
    xmlElement('sac:BillingPayment', [
      writeAmount('cbc:PaidAmount', netCents),
      xmlElement('cbc:InstructionID', TAXED_SALES),
    ]),
    xmlElement('cac:TaxTotal', [writeAmount('cbc:TaxAmount', vatCents), tax]),
  ]);
}

function writeReference(corrects: NonNullable<TaxDocument['corrects']>): string {
  return xmlElement('cac:BillingReference', [
    xmlElement('cac:InvoiceDocumentReference', [
      xmlElement('cbc:ID', documentId(corrects)),
      xmlElement('cbc:DocumentTypeCode', TYPE_CODES.receipt),
    ]),
  ]);
}
