import type { Cents } from '#loan/money.ts';
import { sum } from '#loan/money.ts';
import { DS_NAMESPACE, SIGNATURE_ID, SIGNATURE_PLACE } from '#server/kit/sign-xml.ts';
import { xmlElement } from '#server/kit/xml.ts';
import { amountInWords } from './amount-in-words.ts';
import { documentId, TYPE_CODES } from './document-name.ts';
import {
  type Buyer,
  type CorrectedDocument,
  type Issuer,
  type TaxDocument,
  type TaxLine,
  totalsOf,
} from './tax-document.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
/** Namespaces of every document of UBL, as its root declares them. */
export const UBL_NAMESPACES = {
  'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
  'xmlns:ds': DS_NAMESPACE,
  'xmlns:ext': `${UBL}:CommonExtensionComponents-2`,
} as const;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const CURRENCY = 'PEN';
const VERSION = '2.1';
const CUSTOMISATION = '2.0';
/** Catalogue 51: sale within the country. */
const OPERATION = '0101';
/** Catalogue 07: taxed, for consideration. */
const AFFECTATION = '10';
/** Catalogue 52: the amount in words. */
const AMOUNT_IN_WORDS = '1000';
/** Catalogue 16: the price with its taxes. */
const PRICE_WITH_TAXES = '01';
/** UN/ECE rec 20: a service has no unit. */
const SERVICE_UNIT = 'ZZ';
/** The lender's registered seat, not one of its branches. */
const SEAT = '0000';
const catalogue = (number: string) => `urn:pe:gob:sunat:cpe:see:gem:catalogos:catalogo${number}`;

/**
 * Writes a document as UBL 2.1, customisation 2.0, ready to be signed: in canonical form, with one empty place for the
 * signature. The lines must be able to stand (`linesToIssue`), and `problemsOf` must have found nothing: what those
 * refuse is written as it is here.
 * @throws RangeError when a text has a character that XML cannot hold
 */
export function writeTaxDocument(document: TaxDocument): string {
  return document.kind === 'receipt' ? writeReceipt(document) : writeCreditNote(document);
}

function writeReceipt(document: TaxDocument): string {
  const lines = document.lines.map((line, index) => writeLine(document, line, index + 1, 'Invoice'));
  return writeRoot('Invoice', `${UBL}:Invoice-2`, [
    ...writeHead(document),
    xmlElement('cbc:InvoiceTypeCode', TYPE_CODES.receipt, {
      listAgencyName: 'PE:SUNAT',
      listID: OPERATION,
      listName: 'Tipo de Documento',
      listURI: catalogue('01'),
    }),
    writeWords(document),
    xmlElement('cbc:DocumentCurrencyCode', CURRENCY),
    ...writeParties(document),
    ...writeTotals(document),
    ...lines,
  ]);
}

function writeCreditNote(document: TaxDocument): string {
  const lines = document.lines.map((line, index) => writeLine(document, line, index + 1, 'CreditNote'));
  return writeRoot('CreditNote', `${UBL}:CreditNote-2`, [
    ...writeHead(document),
    writeWords(document),
    xmlElement('cbc:DocumentCurrencyCode', CURRENCY),
    ...(document.corrects ? writeCorrection(document.corrects) : []),
    ...writeParties(document),
    ...writeTotals(document),
    ...lines,
  ]);
}

/** Writes the whole of a document, with the place for its signature first. */
export function writeRoot(
  name: string,
  namespace: string,
  content: readonly string[],
  namespaces: Readonly<Record<string, string>> = UBL_NAMESPACES,
): string {
  const place = xmlElement('ext:UBLExtensions', [xmlElement('ext:UBLExtension', [SIGNATURE_PLACE])]);
  return `${DECLARATION}${xmlElement(name, [place, ...content], { ...namespaces, xmlns: namespace })}\n`;
}

function writeHead(document: TaxDocument): string[] {
  return [
    xmlElement('cbc:UBLVersionID', VERSION),
    xmlElement('cbc:CustomizationID', CUSTOMISATION),
    xmlElement('cbc:ID', documentId(document)),
    xmlElement('cbc:IssueDate', document.issueDate),
  ];
}

function writeWords(document: TaxDocument): string {
  return xmlElement('cbc:Note', amountInWords(totalsOf(document).totalCents), { languageLocaleID: AMOUNT_IN_WORDS });
}

function writeCorrection({ series, number, reason, words }: CorrectedDocument): string[] {
  const id = documentId({ series, number });
  return [
    xmlElement('cac:DiscrepancyResponse', [
      xmlElement('cbc:ReferenceID', id),
      xmlElement('cbc:ResponseCode', reason),
      xmlElement('cbc:Description', words),
    ]),
    xmlElement('cac:BillingReference', [
      xmlElement('cac:InvoiceDocumentReference', [
        xmlElement('cbc:ID', id),
        xmlElement('cbc:DocumentTypeCode', TYPE_CODES.receipt),
      ]),
    ]),
  ];
}

function writeParties({ issuer, buyer }: TaxDocument): string[] {
  return [writeSignatory(issuer), writeIssuer(issuer), writeBuyer(buyer)];
}

/** Says who signs, and where in the document the signature stands. */
export function writeSignatory({ ruc, name }: Pick<Issuer, 'ruc' | 'name'>): string {
  return xmlElement('cac:Signature', [
    xmlElement('cbc:ID', ruc),
    xmlElement('cac:SignatoryParty', [
      xmlElement('cac:PartyIdentification', [xmlElement('cbc:ID', ruc)]),
      xmlElement('cac:PartyName', [xmlElement('cbc:Name', name)]),
    ]),
    xmlElement('cac:DigitalSignatureAttachment', [
      xmlElement('cac:ExternalReference', [xmlElement('cbc:URI', `#${SIGNATURE_ID}`)]),
    ]),
  ]);
}

function writeIdentity(documentCode: string, number: string): string {
  const attributes = { schemeID: documentCode, schemeAgencyName: 'PE:SUNAT', schemeURI: catalogue('06') };
  const named = { ...attributes, schemeName: 'Documento de Identidad' };
  return xmlElement('cac:PartyIdentification', [xmlElement('cbc:ID', number, named)]);
}

function writeIssuer(issuer: Issuer): string {
  const { ruc, name, tradeName, ubigeo, address, district, province, department } = issuer;
  const registeredAddress = xmlElement('cac:RegistrationAddress', [
    xmlElement('cbc:ID', ubigeo, { schemeAgencyName: 'PE:INEI', schemeName: 'Ubigeos' }),
    xmlElement('cbc:AddressTypeCode', SEAT, { listAgencyName: 'PE:SUNAT', listName: 'Establecimientos anexos' }),
    xmlElement('cbc:CityName', province),
    xmlElement('cbc:CountrySubentity', department),
    xmlElement('cbc:District', district),
    xmlElement('cac:AddressLine', [xmlElement('cbc:Line', address)]),
    xmlElement('cac:Country', [xmlElement('cbc:IdentificationCode', 'PE')]),
  ]);
  return xmlElement('cac:AccountingSupplierParty', [
    xmlElement('cac:Party', [
      writeIdentity('6', ruc),
      ...(tradeName === undefined ? [] : [xmlElement('cac:PartyName', [xmlElement('cbc:Name', tradeName)])]),
      xmlElement('cac:PartyLegalEntity', [xmlElement('cbc:RegistrationName', name), registeredAddress]),
    ]),
  ]);
}

function writeBuyer({ documentCode, documentNumber, name }: Buyer): string {
  return xmlElement('cac:AccountingCustomerParty', [
    xmlElement('cac:Party', [
      writeIdentity(documentCode, documentNumber),
      xmlElement('cac:PartyLegalEntity', [xmlElement('cbc:RegistrationName', name)]),
    ]),
  ]);
}

function writeTotals(document: TaxDocument): string[] {
  const { netCents, vatCents, totalCents } = totalsOf(document);
  return [
    writeTax(netCents, vatCents, [writeIgv()]),
    xmlElement('cac:LegalMonetaryTotal', [
      writeAmount('cbc:LineExtensionAmount', netCents),
      writeAmount('cbc:TaxInclusiveAmount', totalCents),
      writeAmount('cbc:PayableAmount', totalCents),
    ]),
  ];
}

function writeLine(
  { igvPercent }: TaxDocument,
  { description, netCents, vatCents }: TaxLine,
  number: number,
  kind: 'Invoice' | 'CreditNote',
): string {
  const price = xmlElement('cac:AlternativeConditionPrice', [
    writeAmount('cbc:PriceAmount', sum(netCents, vatCents)),
    xmlElement('cbc:PriceTypeCode', PRICE_WITH_TAXES),
  ]);
  const percent = xmlElement('cbc:Percent', igvPercent.toFixed(2));
  const affectation = xmlElement('cbc:TaxExemptionReasonCode', AFFECTATION);
  const quantity = kind === 'Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity';
  return xmlElement(`cac:${kind}Line`, [
    xmlElement('cbc:ID', String(number)),
    xmlElement(quantity, '1', { unitCode: SERVICE_UNIT }),
    writeAmount('cbc:LineExtensionAmount', netCents),
    xmlElement('cac:PricingReference', [price]),
    writeTax(netCents, vatCents, [percent, affectation, writeIgv()]),
    xmlElement('cac:Item', [xmlElement('cbc:Description', description)]),
    xmlElement('cac:Price', [writeAmount('cbc:PriceAmount', netCents)]),
  ]);
}

function writeTax(netCents: Cents, vatCents: Cents, category: readonly string[]): string {
  return xmlElement('cac:TaxTotal', [
    writeAmount('cbc:TaxAmount', vatCents),
    xmlElement('cac:TaxSubtotal', [
      writeAmount('cbc:TaxableAmount', netCents),
      writeAmount('cbc:TaxAmount', vatCents),
      xmlElement('cac:TaxCategory', category),
    ]),
  ]);
}

/** The tax itself, catalogue 05. */
export function writeIgv(): string {
  return xmlElement('cac:TaxScheme', [
    xmlElement('cbc:ID', '1000'),
    xmlElement('cbc:Name', 'IGV'),
    xmlElement('cbc:TaxTypeCode', 'VAT'),
  ]);
}

/** An amount of soles with two decimals, written from the digits. */
export function writeAmount(name: string, amountCents: Cents): string {
  const digits = String(amountCents).padStart(3, '0');
  return xmlElement(name, `${digits.slice(0, -2)}.${digits.slice(-2)}`, { currencyID: CURRENCY });
}
