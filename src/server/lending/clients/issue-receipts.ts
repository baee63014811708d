import type { Locale } from '#i18n/locale.ts';
import { MESSAGES } from '#i18n/messages.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import type { ConsentReceiptContent } from './consent-receipt.ts';
import { ensureConsentReceipt } from './ensure-consent-receipt.ts';
import type { MarketingChange } from './marketing-consent.ts';

/** Issues a receipt for each change of a consent to advertising, in the words of the screen. */
export async function issueReceipts(
  context: DocumentsContext,
  { personId, locale }: { readonly personId: string; readonly locale: Locale },
  changes: readonly MarketingChange[],
): Promise<void> {
  try {
    for (const change of changes) {
      await ensureConsentReceipt(context, personId, receiptOf(change, locale, context.clock.businessDate()));
    }
  } catch (error) {
    // The decision stands and is in the ledger; nobody is to believe that it failed.
    context.log.error({ err: error, personId }, 'a consent has no receipt');
  }
}

/** The box as it stood on the screen, and what became of it. */
function receiptOf(change: MarketingChange, locale: Locale, on: string): ConsentReceiptContent['consent'] {
  const { consentId: id, granted, textVersion, at, channel } = change;
  const way = MESSAGES[`marketing_${channel}`][locale];
  const purpose = `${MESSAGES.marketing_title[locale]}: ${way}`;
  const text = `${MESSAGES.marketing_agree[locale]} ${way}`;
  return { id, purpose, text, textVersion, granted, channel: 'Web', at, on };
}
