import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { answerByChannel } from '#api/marketing-answer.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import { marketingTextVersion } from '#server/lending/people/messages/shown-words.ts';
import { issueReceipts } from './issue-receipts.ts';
import { marketingBody } from './marketing-body.ts';
import { setMarketingConsent as decide } from './marketing-consent.ts';

export function setMarketingConsentRoute(context: DocumentsContext): Route<typeof setMarketingConsent> {
  const { db, clock, trustedProxies } = context;
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
      await issueReceipts(context, { personId, locale }, changes);
      return { kind: 'ok', body: marketingBody(decided), headers: {} };
    },
  };
}
