import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { Component } from '#loan/obligation.ts';
import type { PayoffQuote } from '#loan/payoff.ts';
import type { ComingTopUp } from '#loan/top-up.ts';
import {
  addVerification,
  type Borrower,
  type DocumentHead,
  type DocumentTexts,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';

export interface PayoffQuoteContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loanNumber: string;
  readonly quote: PayoffQuote;
  readonly coming?: ComingTopUp | undefined;
}

/** The sentence about a top-up on its way: how much it will leave to pay. */
export function comingText({ payoff }: DocumentTexts, { principalCents, leftCents, dueDate }: ComingTopUp): string {
  const [amount, left] = [formatSoles(principalCents), formatSoles(leftCents)];
  return fill(payoff.topUpComing, { amount, left, date: formatDate(dueDate) });
}

/** Renders the amount that ends the loan on a day, part by part, valid until 23:59 of it (domain 2.11.3, 3.5). */
export function renderPayoffQuote(content: PayoffQuoteContent): Promise<Uint8Array> {
  const { head, borrower, loanNumber, quote, coming } = content;
  const { pdf, texts } = openDocument(head, 'PAYOFF_QUOTE', loanNumber);
  const words = texts.payoff;
  const date = formatDate(quote.date);
  pdf.paragraph(fill(coming ? words.textTopUp : words.text, { date }));
  if (coming) pdf.paragraph(comingText(texts, coming));
  pdf.figures([
    { label: words.total, value: formatSoles(quote.totalCents) },
    { label: texts.labels.validUntil, value: fill(words.validUntil, { date }) },
    { label: words.saves, value: formatSoles(quote.savingsCents) },
  ]);
  pdf.rows(nameRows(texts, borrower));
  pdf.section(words.parts);
  pdf.table({
    columns: [
      { label: texts.labels.concept, share: 3 },
      { label: texts.labels.sum, share: 1, align: 'right' },
    ],
    rows: parts(texts, quote),
    foot: [words.total, formatAmount(quote.totalCents)],
  });
  pdf.rows([
    { label: words.compared, value: formatSoles(quote.comparedToCents) },
    { label: words.saves, value: formatSoles(quote.savingsCents) },
  ]);
  pdf.note(words.after);
  addVerification(pdf, texts, head);
  return pdf.finish();
}

function parts({ components, labels, payoff }: DocumentTexts, quote: PayoffQuote): string[][] {
  const fees = Object.entries(quote.feesCents) as [Component, number][];
  const rows: [string, number][] = [
    [components.principal, quote.principalCents],
    [labels.interest, quote.interestCents],
    ...fees.map(([name, amount]): [string, number] => [components[name], amount]),
    [labels.igv, quote.vatCents],
    [components.moratory, quote.moratoryCents],
    [payoff.credit, -quote.creditCents],
  ];
  return rows
    .filter(([name, amount]) => amount !== 0 || name === components.principal)
    .map(([name, amount]) => [name, formatAmount(amount)]);
}
