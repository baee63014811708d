import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import { addComplaintChannels, type DocumentHead, openDocument } from '#server/lending/documents/document-head.ts';

/** The privacy notice in force on its day: the same for everybody, archived for each client it was shown to. */
export function renderPrivacyNotice({ head }: { readonly head: DocumentHead }): Promise<Uint8Array> {
  const { pdf, texts, clauses } = openDocument(head, 'PRIVACY_NOTICE', formatDate(head.issuedOn));
  const { legalName, ruc, address } = head.provider;
  for (const { heading, paragraphs } of clauses.privacy) {
    pdf.clause(
      heading,
      paragraphs.map((paragraph) => fill(paragraph, { lender: legalName, ruc, address })),
    );
  }
  pdf.section(texts.complaints.heading);
  addComplaintChannels(pdf, texts, head);
  return pdf.finish();
}
