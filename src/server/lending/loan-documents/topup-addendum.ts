import { formatAmount, formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { FeeName } from '#loan/fee-names.ts';
import type { Cents } from '#loan/money.ts';
import type { TopUpOffer } from '#loan/top-up.ts';
import {
  addVerification,
  type Borrower,
  type DocumentHead,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import { addSignatureEvidence, type SignatureEvidence } from './signature-evidence.ts';

export interface TopUpAddendumContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loanNumber: string;
  readonly offer: TopUpOffer;
  readonly teaPercent: number;
  readonly account?: string | undefined;
  readonly signature?: SignatureEvidence | undefined;
}

/** More money on the same loan: what it costs and what the loan comes to (domain 2.15, 3.8). */
export function renderTopUpAddendum(content: TopUpAddendumContent): Promise<Uint8Array> {
  const { head, borrower, loanNumber, offer, account, signature } = content;
  const open = openDocument(head, 'TOPUP_ADDENDUM', loanNumber);
  const { pdf, texts } = open;
  const { labels, components, topUp: words } = texts;
  pdf.paragraph(words.intro);
  pdf.figures([
    { label: words.amount, value: formatSoles(offer.principalRequestedCents) },
    { label: words.total, value: formatSoles(offer.topUpTotalCents) },
    { label: words.tcea, value: formatPercent(offer.tceaPercent) },
    { label: labels.dueDate, value: formatDate(offer.dueDate) },
  ]);
  pdf.rows([
    ...nameRows(texts, borrower),
    { label: labels.tea, value: formatPercent(content.teaPercent) },
    ...(account ? [{ label: labels.account, value: account }] : []),
    { label: words.loanTotal, value: formatSoles(offer.loanTotalAfterCents) },
  ]);
  pdf.section(words.costs);
  const fees = Object.entries(offer.feesCents) as [FeeName, Cents][];
  pdf.table({
    columns: [
      { label: labels.concept, share: 3 },
      { label: labels.sum, share: 1, align: 'right' },
    ],
    rows: [
      [words.amount, formatAmount(offer.principalRequestedCents)],
      ...fees.map(([name, amount]) => [components[name === 'interestFee' ? 'interest' : name], formatAmount(amount)]),
      [labels.igv, formatAmount(offer.totalFeesVatCents)],
    ],
    foot: [words.total, formatAmount(offer.topUpTotalCents)],
  });
  pdf.list(words.rules);
  addVerification(pdf, texts, head);
  if (signature) addSignatureEvidence(open, head, borrower, signature);
  return pdf.finish();
}
