import { formatAmount, formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { ExtensionPrice } from '#loan/extension.ts';
import type { Cents } from '#loan/money.ts';
import {
  addVerification,
  type Borrower,
  type DocumentHead,
  type DocumentTexts,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import type { TaggedPdf } from '#server/lending/documents/tagged-pdf.ts';
import { addSignatureEvidence, type SignatureEvidence } from './signature-evidence.ts';

export interface ExtensionAddendumContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loanNumber: string;
  /** The price on the date of the money. */
  readonly price: ExtensionPrice;
  /** The amount left to pay on the new due date. */
  readonly owedCents: Cents;
  readonly maxConsecutive: number;
  /** Of the loan with this extension; percent. */
  readonly tceaPercent?: number | undefined;
  readonly signature?: SignatureEvidence | undefined;
}

/** The due date has moved: what was paid for it, part by part, and what did not change (domain 2.12). */
export function renderExtensionAddendum(content: ExtensionAddendumContent): Promise<Uint8Array> {
  const { head, borrower, loanNumber, price, signature } = content;
  const open = openDocument(head, 'EXTENSION_ADDENDUM', loanNumber);
  const { pdf, texts } = open;
  const words = texts.extension;
  pdf.paragraph(words.intro);
  pdf.figures([
    { label: words.price, value: formatSoles(price.totalCents) },
    { label: words.term, value: String(price.termDays) },
    { label: words.from, value: formatDate(price.currentDueDate) },
    { label: words.to, value: formatDate(price.newDueDate) },
  ]);
  const { tceaPercent } = content;
  pdf.rows([
    ...nameRows(texts, borrower),
    { label: words.owed, value: formatSoles(content.owedCents) },
    ...(tceaPercent === undefined ? [] : [{ label: words.tcea, value: formatPercent(tceaPercent) }]),
  ]);
  pdf.section(words.price);
  addPrice(pdf, texts, price);
  pdf.list(words.rules.map((rule) => fill(rule, { max: content.maxConsecutive })));
  addVerification(pdf, texts, head);
  if (signature) addSignatureEvidence(open, head, borrower, signature);
  return pdf.finish();
}

function addPrice(pdf: TaggedPdf, { labels, components, extension }: DocumentTexts, price: ExtensionPrice): void {
  const rows = [
    [extension.arrearsInterest, price.arrears.interestCents],
    [extension.arrearsVat, price.arrears.vatCents],
    [components.moratory, price.arrears.moratoryCents],
    [components.extensionInterest, price.interestCents],
    [components.extensionFee, price.feeCents],
    [labels.igv, price.vatCents],
  ] as const;
  pdf.table({
    columns: [
      { label: labels.concept, share: 3 },
      { label: labels.sum, share: 1, align: 'right' },
    ],
    rows: rows.filter(([, amount]) => amount > 0).map(([name, amount]) => [name, formatAmount(amount)]),
    foot: [extension.price, formatAmount(price.totalCents)],
  });
}
