import { fromOffer } from '#api/convert.ts';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { titleIn } from '#server/lending/documents/document-head.ts';
import { ACCEPTANCE_TEXTS } from '../acceptance-texts.ts';
import { type AgreementContext, prepareAgreement } from '../prepare-agreement.ts';

export function getAgreementRoute(context: AgreementContext): Route<typeof getAgreement> {
  return {
    endpoint: getAgreement,
    async answer({ client, request }) {
      const prepared = await prepareAgreement(context, client.personId);
      if (prepared.kind === 'refused') return prepared;
      const { agreement, offer, priced, language, words, account } = prepared;
      const locale = preferredLocale(request, language);
      const body = {
        agreementId: agreement.id,
        documents: agreement.documents.map(({ wordsSealed: _, ...document }) => ({
          ...document,
          title: titleIn(document, locale),
          url: `/api/v1/documents/${document.id}/file`,
          words: words.get(document.id) ?? [],
        })),
        account,
        summary: fromOffer(priced).offer,
        changed: [...agreement.changed],
        acceptance: ACCEPTANCE_TEXTS[locale],
        expiresAt: offer.validUntil.toISOString(),
      };
      return { kind: 'ok', body, headers: { Vary: 'Accept-Language' } };
    },
  };
}
