import { formatDate } from '#i18n/format.ts';
import { fill } from '#i18n/translate.ts';
import { addComplaintChannels, openPaper, type Paper } from '#server/lending/documents/paper.ts';

/** The privacy notice as it stands on its day: the same for everybody, kept with each client it was shown to. */
export function renderPrivacyNotice({ paper }: { readonly paper: Paper }): Promise<Uint8Array> {
  const { pdf, texts, clauses } = openPaper(paper, 'PRIVACY_NOTICE', formatDate(paper.issuedOn));
  const { legalName, ruc, address } = paper.provider;
  for (const { heading, paragraphs } of clauses.privacy) {
    pdf.clause(
      heading,
      paragraphs.map((paragraph) => fill(paragraph, { lender: legalName, ruc, address })),
    );
  }
  pdf.section(texts.complaints.heading);
  addComplaintChannels(pdf, texts, paper);
  return pdf.finish();
}
