import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { Consulted } from '#loan/requirements.ts';
import { consultedText } from '#server/lending/documents/consulted.ts';
import { addComplaintChannels, type DocumentHead, openDocument } from '#server/lending/documents/document-head.ts';
import type { DataOfficer } from '#server/lending/parameters/policies.ts';

/** The privacy notice in force on its day, with who was asked about the client; archived for each it was shown to. */
export function renderPrivacyNotice({
  head,
  consulted,
  dataOfficer,
}: {
  readonly head: DocumentHead;
  readonly consulted: Consulted;
  /** Undefined until the lender has named one. */
  readonly dataOfficer: DataOfficer | undefined;
}): Promise<Uint8Array> {
  const { pdf, texts, clauses } = openDocument(head, 'PRIVACY_NOTICE', formatDate(head.issuedOn));
  const { legalName, ruc, address } = head.provider;
  const values = { lender: legalName, ruc, address, consulted: consultedText(clauses, consulted) };
  const officer = dataOfficer && fill(clauses.dataOfficer, { ...dataOfficer });
  for (const [place, { heading, paragraphs }] of clauses.privacy.entries()) {
    const words = paragraphs.map((paragraph) => fill(paragraph, values));
    // The first clause says who answers for the data.
    pdf.clause(heading, place === 0 && officer ? [...words, officer] : words);
  }
  pdf.section(texts.complaints.heading);
  addComplaintChannels(pdf, texts, head);
  return pdf.finish();
}
