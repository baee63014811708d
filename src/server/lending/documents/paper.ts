import type { DocumentLanguage, DocumentType } from '#api/document-types.ts';
import { formatDate } from '#i18n/format.ts';
import { fill } from '#i18n/translate.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { type Row, TaggedPdf } from './tagged-pdf.ts';
import { EN } from './texts/en.ts';
import { EN_CLAUSES } from './texts/en-clauses.ts';
import { type DocumentTexts, ES } from './texts/es.ts';
import { type ClauseTexts, ES_CLAUSES } from './texts/es-clauses.ts';
import { TEXT_VERSIONS } from './texts/text-versions.ts';

/** Who lends, as printed on every document and in the complaints book. */
export interface Provider {
  readonly legalName: string;
  readonly ruc: string;
  readonly address: string;
  /** Which of the provider's books this is (Indecopi's establishment code). */
  readonly establishmentCode: string;
}

/** What every paper says about itself: whose it is, in which language, and when it was issued. */
export interface Paper {
  readonly provider: Provider;
  /** Where copies are checked and complaints are made; no slash at the end. */
  readonly siteUrl: string;
  readonly language: DocumentLanguage;
  readonly issuedAt: Date;
  /** The business date of the same moment. */
  readonly issuedOn: CalendarDate;
}

/** The client as printed. */
export interface Borrower {
  readonly name: string;
  readonly documentType: 'DNI' | 'CE' | 'PASSPORT';
  readonly documentNumber: string;
  readonly address?: string | undefined;
  /** Phone or e-mail, as the client gave it. */
  readonly contact?: string | undefined;
}

export interface OpenPaper {
  readonly pdf: TaggedPdf;
  readonly texts: DocumentTexts;
  readonly clauses: ClauseTexts;
}

const TEXTS: Readonly<Record<DocumentLanguage, { readonly texts: DocumentTexts; readonly clauses: ClauseTexts }>> = {
  es: { texts: ES, clauses: ES_CLAUSES },
  en: { texts: EN, clauses: EN_CLAUSES },
};

export function textsIn(language: DocumentLanguage): DocumentTexts {
  return TEXTS[language].texts;
}

/** The name of a paper, as in the list of documents: `Contrato de préstamo P-2026-0001234`. */
export function titleOf(type: DocumentType, language: DocumentLanguage, reference: string): string {
  return `${textsIn(language).titles[type]} ${reference}`;
}

/**
 * A paper with its letterhead, title and foot, ready for its content.
 * @param reference what it is about: a loan's number, or the client's own reference
 */
export function openPaper(paper: Paper, type: DocumentType, reference: string): OpenPaper {
  const { provider, language, issuedAt, issuedOn } = paper;
  const { texts, clauses } = TEXTS[language];
  const title = texts.titles[type];
  const head = fill(texts.letterhead, { ruc: provider.ruc, address: provider.address });
  const pdf = new TaggedPdf({
    title: titleOf(type, language, reference),
    author: provider.legalName,
    createdAt: issuedAt,
    language: language === 'es' ? 'es-PE' : 'en-US',
    footer: [
      fill(texts.footer, { title, reference, version: TEXT_VERSIONS[type], date: formatDate(issuedOn) }),
      `${provider.legalName} · ${head}`,
    ],
  });
  pdf.letterhead(provider.legalName, head);
  pdf.title(title, reference);
  if (texts.courtesy) pdf.note(texts.courtesy);
  return { pdf, texts, clauses };
}

/** Who a paper is for; no more of a person stands on it than it needs. */
export function nameRows(texts: DocumentTexts, borrower: Borrower): Row[] {
  return [
    { label: texts.labels.borrower, value: borrower.name },
    { label: texts.labels.document, value: identity(texts, borrower) },
  ];
}

/** The same with address and contact, for a paper that says who agreed to something. */
export function borrowerRows(texts: DocumentTexts, borrower: Borrower): Row[] {
  const rows = nameRows(texts, borrower);
  if (borrower.address) rows.push({ label: texts.labels.address, value: borrower.address });
  if (borrower.contact) rows.push({ label: texts.labels.contact, value: borrower.contact });
  return rows;
}

/** `DNI 45678912` */
export function identity(texts: DocumentTexts, { documentType, documentNumber }: Borrower): string {
  return `${texts.documentNames[documentType]} ${documentNumber}`;
}

/** Whom to turn to; the same on every paper that must say it. */
export function addComplaintChannels(pdf: TaggedPdf, texts: DocumentTexts, { provider, siteUrl }: Paper): void {
  pdf.list(texts.complaints.points.map((point) => fill(point, { site: siteUrl, address: provider.address })));
}

/** How a copy is checked, at the end of a paper. */
export function addVerification(pdf: TaggedPdf, texts: DocumentTexts, { siteUrl }: Paper): void {
  pdf.note(fill(texts.verify, { site: siteUrl }));
}
