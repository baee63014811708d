import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { answerByChannel } from '#api/marketing-answer.ts';
import type { Locale } from '#i18n/locale.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import { marketingTextVersion } from '#server/lending/people/messages/shown-words.ts';
import type { ConsentReceiptContent } from './consent-receipt.ts';
import { ensureConsentReceipt } from './ensure-consent-receipt.ts';
import { marketingBody } from './marketing-body.ts';
import { setMarketingConsent as decide, type MarketingChange } from './marketing-consent.ts';

export function setMarketingConsentRoute(context: DocumentsContext): Route<typeof setMarketingConsent> {
  const { db, clock, log, trustedProxies } = context;
  return {
    endpoint: setMarketingConsent,
    async answer({ body, client, request, context: c }) {
      const locale = preferredLocale(request);
      // A yes refers to words: those the caller showed, else our own.
      const ours = body.acceptMarketing ? marketingTextVersion(locale) : undefined;
      const { textVersion = ours } = body;
      const caller = callerOf(c, trustedProxies);
      const { personId } = client;
      const decision = { personId, channels: answerByChannel(body), textVersion, caller };
      const { decided, changes } = await decide({ db, clock }, decision);
      try {
        for (const change of changes) {
          await ensureConsentReceipt(context, personId, receiptOf(change, locale, clock.businessDate()));
        }
      } catch (error) {
        // The decision stands and is in the ledger; nobody is to believe that it failed.
        log.error({ err: error, personId }, 'a consent has no receipt');
      }
      return { kind: 'ok', body: marketingBody(decided), headers: {} };
    },
  };
}

/** The box as it stood on the screen, and what became of it. */
function receiptOf(change: MarketingChange, locale: Locale, on: string): ConsentReceiptContent['consent'] {
  const { consentId: id, granted, textVersion, at, channel } = change;
  const way = MESSAGES[`marketing_${channel}`][locale];
  const purpose = `${MESSAGES.marketing_title[locale]}: ${way}`;
  const text = `${MESSAGES.marketing_agree[locale]} ${way}`;
  return { id, purpose, text, textVersion, granted, channel: 'Web', at, on };
}
