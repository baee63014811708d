import type { DocumentLanguage, DocumentType } from '#api/document-types.ts';
import type { PaperBlock } from '#api/paper-words.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { PdfLanguage } from './pdf-canvas.ts';
import { type Row, TaggedPdf } from './tagged-pdf.ts';
import { CLAUSES } from './texts/clauses.ts';
import { PAPERS } from './texts/papers.ts';
import { TEXT_VERSIONS } from './texts/text-versions.ts';

/** The texts of papers in any language. */
export type DocumentTexts = typeof PAPERS.es;
/** The clauses of contract and privacy notice in any language. */
export type ClauseTexts = typeof CLAUSES.es;

/** The lender, as printed on every document and in the complaints book. */
export interface Provider {
  readonly legalName: string;
  readonly ruc: string;
  readonly address: string;
  /** Which of the provider's books this is (Indecopi's establishment code). */
  readonly establishmentCode: string;
}

/** The lender on documents: on those that are signed with its number in the register of the SBS, once it has one. */
export interface Lender extends Provider {
  readonly registryNumber?: string | undefined;
}

/** Facts that every document states about itself: who issued it, in which language and when. */
export interface DocumentHead {
  readonly provider: Lender;
  /** Address of the site where copies are checked and complaints are made; it must not end with a slash. */
  readonly siteUrl: string;
  readonly language: DocumentLanguage;
  readonly issuedAt: Date;
  /** The business date of the same moment. */
  readonly issuedOn: CalendarDate;
  /** Takes down what the document says. */
  readonly words?: PaperBlock[];
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

export interface OpenDocument {
  readonly pdf: TaggedPdf;
  readonly texts: DocumentTexts;
  readonly clauses: ClauseTexts;
}

/** The tag of a document's language, as readers of screens look it up. */
const PDF_LANGUAGES: Readonly<Record<DocumentLanguage, PdfLanguage>> = { es: 'es-PE', en: 'en-US' };

export function textsIn(language: DocumentLanguage): DocumentTexts {
  return PAPERS[language];
}

/** The title of a document, as the list of documents shows it: `Contrato de préstamo P-2026-0001234`. */
export function titleOf(type: DocumentType, language: DocumentLanguage, reference: string): string {
  return `${textsIn(language).titles[type]} ${reference}`;
}

/** Names a stored document in the language of the screen that names it. */
export function titleIn(
  {
    type,
    language,
    title,
  }: { readonly type: DocumentType; readonly language: DocumentLanguage; readonly title: string },
  locale: DocumentLanguage,
): string {
  const name = `${textsIn(language).titles[type]} `;
  return title.startsWith(name) ? titleOf(type, locale, title.slice(name.length)) : title;
}

/**
 * Opens a document with its letterhead, title and footer, ready for its content.
 * @param reference what the document is about: a loan's number, or the client's own reference
 */
export function openDocument(head: DocumentHead, type: DocumentType, reference: string): OpenDocument {
  const { provider, language, issuedAt, issuedOn, words } = head;
  const [texts, clauses] = [PAPERS[language], CLAUSES[language]];
  const title = texts.titles[type];
  const lender = fill(texts.letterhead, { ruc: provider.ruc, address: provider.address });
  const pdf = new TaggedPdf(
    {
      title: titleOf(type, language, reference),
      author: provider.legalName,
      createdAt: issuedAt,
      language: PDF_LANGUAGES[language],
      footer: [
        fill(texts.footer, { title, reference, version: TEXT_VERSIONS[type], date: formatDate(issuedOn) }),
        `${provider.legalName} · ${lender}`,
      ],
    },
    words,
  );
  pdf.letterhead(provider.legalName, lender);
  pdf.title(title, reference);
  if (texts.courtesy) pdf.note(texts.courtesy);
  return { pdf, texts, clauses };
}

/** Rows that name the person a document is for, with no more personal data than it needs. */
export function nameRows(texts: DocumentTexts, borrower: Borrower): Row[] {
  return [
    { label: texts.labels.borrower, value: borrower.name },
    { label: texts.labels.document, value: identity(texts, borrower) },
  ];
}

/** Lists them with address and contact, for a document that records an agreement. */
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

/** Adds the channels for complaints, which every document that must state them words alike. */
export function addComplaintChannels(pdf: TaggedPdf, texts: DocumentTexts, { provider, siteUrl }: DocumentHead): void {
  pdf.list(texts.complaints.points.map((point) => fill(point, { site: siteUrl, address: provider.address })));
}

/** Adds how a copy is verified, at the end of a document. */
export function addVerification(pdf: TaggedPdf, texts: DocumentTexts, { siteUrl }: DocumentHead): void {
  pdf.note(fill(texts.verify, { site: siteUrl }));
}
