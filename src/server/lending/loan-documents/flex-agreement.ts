import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { FlexTerms } from '#loan/arrangement.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import {
  addVerification,
  type Borrower,
  type DocumentHead,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import { addSignatureEvidence, type SignatureEvidence } from './signature-evidence.ts';

export interface FlexAgreementContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loanNumber: string;
  readonly activatedOn: CalendarDate;
  readonly terms: FlexTerms;
  readonly signature?: SignatureEvidence | undefined;
}

/** Flex pay as activated: any amounts until a final date, with a minimum for each period (domain 2.14). */
export function renderFlexAgreement(content: FlexAgreementContent): Promise<Uint8Array> {
  const { head, borrower, loanNumber, activatedOn, terms, signature } = content;
  const open = openDocument(head, 'FLEX_AGREEMENT', loanNumber);
  const { pdf, texts } = open;
  const words = texts.flex;
  pdf.paragraph(words.intro);
  pdf.rows([...nameRows(texts, borrower), { label: words.since, value: formatDate(activatedOn) }]);
  pdf.figures([
    { label: words.balance, value: formatSoles(terms.balanceCents) },
    { label: words.minPayment, value: formatSoles(terms.minPaymentCents) },
    { label: fill(words.minMonthly, { days: terms.periodDays }), value: formatSoles(terms.minMonthlyCents) },
    { label: words.finalDate, value: formatDate(terms.finalDate) },
  ]);
  const values = { date: formatDate(activatedOn), days: terms.periodDays, ended: terms.endedAfterDays };
  pdf.list(words.rules.map((rule) => fill(rule, values)));
  addVerification(pdf, texts, head);
  if (signature) addSignatureEvidence(open, head, borrower, signature);
  return pdf.finish();
}
