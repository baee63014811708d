import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import {
  addVerification,
  type Borrower,
  borrowerRows,
  type DocumentHead,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import { limaClock } from '#server/lending/documents/lima-clock.ts';

export interface ConsentReceiptContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly consent: {
    /** Row of the consent ledger. */
    readonly id: string;
    /** The purpose, in the client's language. */
    readonly purpose: string;
    /** The text beside the box, word for word. */
    readonly text: string;
    readonly textVersion: string;
    readonly granted: boolean;
    readonly channel: string;
    readonly at: Date;
    /** Business date of the same moment. */
    readonly on: string;
  };
}

/** The receipt of a consent given or withdrawn, as in the consent ledger (domain 2.19). */
export function renderConsentReceipt({ head, borrower, consent }: ConsentReceiptContent): Promise<Uint8Array> {
  const { pdf, texts } = openDocument(head, 'CONSENT_RECEIPT', formatDate(consent.on));
  const words = texts.consent;
  pdf.statement(`${words.decision}: ${consent.granted ? words.granted : words.withdrawn}`);
  pdf.rows([
    ...borrowerRows(texts, borrower),
    { label: words.purpose, value: consent.purpose },
    { label: words.words, value: consent.text },
    { label: words.textVersion, value: consent.textVersion },
    { label: words.channel, value: consent.channel },
    {
      label: words.at,
      value: fill(texts.limaTime, { date: formatDate(consent.on), time: limaClock(consent.at) }),
    },
    { label: texts.labels.operation, value: consent.id },
  ]);
  pdf.paragraph(words.text);
  pdf.note(words.free);
  addVerification(pdf, texts, head);
  return pdf.finish();
}
