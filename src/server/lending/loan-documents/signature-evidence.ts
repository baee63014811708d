import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Borrower, DocumentHead, OpenDocument } from '#server/lending/documents/document-head.ts';
import { limaClock } from '#server/lending/documents/lima-clock.ts';

/** The record made when an agreement was signed (domain 2.3.3); printed as it is stored. */
export interface SignatureEvidence {
  readonly signedAt: Date;
  /** The business date of the same moment. */
  readonly signedOn: CalendarDate;
  readonly channel: 'SMS' | 'EMAIL';
  /** Phone or address the code went to, masked as the client saw it. */
  readonly destination: string;
  readonly challengeId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly deviceId?: string | undefined;
  /** Every document shown on the screen, by the hash of its bytes. */
  readonly documents: readonly { readonly title: string; readonly sha256: string }[];
  /** The texts beside the boxes, word for word. */
  readonly acceptances: readonly string[];
  /** The server's own signature over all of it. */
  readonly seal: string;
}

/** The last page of a signed document: who signed what, when, with which code, from where. */
export function addSignatureEvidence(
  { pdf, texts }: OpenDocument,
  { provider }: DocumentHead,
  borrower: Borrower,
  evidence: SignatureEvidence,
): void {
  const words = texts.evidence;
  pdf.newPage();
  pdf.section(words.heading);
  pdf.paragraph(fill(words.text, { name: borrower.name, lender: provider.legalName }));
  const at = { date: formatDate(evidence.signedOn), time: limaClock(evidence.signedAt) };
  pdf.rows([
    { label: words.signedAt, value: `${fill(texts.limaTime, at)}\n${evidence.signedAt.toISOString()}` },
    { label: words.channel, value: fill(words.channels[evidence.channel], { destination: evidence.destination }) },
    { label: words.challenge, value: evidence.challengeId },
    { label: words.ip, value: evidence.ip },
    { label: words.device, value: evidence.deviceId ?? '' },
    { label: words.userAgent, value: evidence.userAgent },
  ]);
  pdf.section(words.documents);
  pdf.table({
    columns: [
      { label: words.documentColumns.title, share: 4 },
      { label: words.documentColumns.sha256, share: 8 },
    ],
    rows: evidence.documents.map(({ title, sha256 }) => [title, sha256]),
  });
  pdf.section(words.acceptances);
  pdf.list(evidence.acceptances);
  pdf.rows([{ label: words.seal, value: evidence.seal }]);
}
