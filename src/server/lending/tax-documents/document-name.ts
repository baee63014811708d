import type { CalendarDate } from '#loan/calendar.ts';
import { zipOf } from '#server/kit/zip.ts';
import type { TaxDocument } from './tax-document.ts';

/** Catalogue 01. */
export const TYPE_CODES: Readonly<Record<TaxDocument['kind'], '03' | '07'>> = { receipt: '03', 'credit-note': '07' };

/** The number as people and papers say it: `B001-12`, without zeros in front. */
export function documentId({ series, number }: Pick<TaxDocument, 'series' | 'number'>): string {
  return `${series}-${number}`;
}

/** The name of a document’s files without their endings: `20100000001-03-B001-12`. */
export function documentName(document: Pick<TaxDocument, 'kind' | 'series' | 'number' | 'issuer'>): string {
  return `${document.issuer.ruc}-${TYPE_CODES[document.kind]}-${documentId(document)}`;
}

/** The id of a daily summary: `RC-20261130-1`, by the day on which it is made. */
export function summaryId(issueDate: CalendarDate, number: number): string {
  return `RC-${issueDate.replaceAll('-', '')}-${number}`;
}

/** The name of a summary’s files without their endings: `20100000001-RC-20261130-1`. */
export function summaryName(ruc: string, issueDate: CalendarDate, number: number): string {
  return `${ruc}-${summaryId(issueDate, number)}`;
}

/** Packs a signed document as it is sent: one file of its own name, in a ZIP to be called that too. */
export function packDocument(name: string, xml: string): Uint8Array {
  return zipOf([{ name: `${name}.xml`, bytes: Buffer.from(xml) }]);
}
