import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { Consulted } from '#loan/requirements.ts';
import { consultedText } from '#server/lending/documents/consulted.ts';
import { addComplaintChannels, type DocumentHead, openDocument } from '#server/lending/documents/document-head.ts';

/** The privacy notice in force on its day, with who was asked about the client; archived for each it was shown to. */
export function renderPrivacyNotice({
  head,
  consulted,
}: {
  readonly head: DocumentHead;
  readonly consulted: Consulted;
}): Promise<Uint8Array> {
  const { pdf, texts, clauses } = openDocument(head, 'PRIVACY_NOTICE', formatDate(head.issuedOn));
  const { legalName, ruc, address } = head.provider;
  const values = { lender: legalName, ruc, address, consulted: consultedText(clauses, consulted) };
  for (const { heading, paragraphs } of clauses.privacy) {
    pdf.clause(
      heading,
      paragraphs.map((paragraph) => fill(paragraph, values)),
    );
  }
  pdf.section(texts.complaints.heading);
  addComplaintChannels(pdf, texts, head);
  return pdf.finish();
}
