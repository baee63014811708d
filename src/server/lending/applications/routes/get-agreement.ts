import { fromOffer } from '#api/convert.ts';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { ACCEPTANCE_TEXTS } from '../acceptance-texts.ts';
import { type AgreementContext, prepareAgreement } from '../prepare-agreement.ts';

export function getAgreementRoute(context: AgreementContext): Route<typeof getAgreement> {
  return {
    endpoint: getAgreement,
    async answer({ client }) {
      const prepared = await prepareAgreement(context, client.personId);
      if (prepared.kind === 'refused') return prepared;
      const { agreement, offer, priced, language, words, account } = prepared;
      const body = {
        agreementId: agreement.id,
        documents: agreement.documents.map(({ wordsSealed: _, ...document }) => ({
          ...document,
          url: `/api/v1/documents/${document.id}/file`,
          words: words.get(document.id) ?? [],
        })),
        account,
        summary: fromOffer(priced).offer,
        changed: [...agreement.changed],
        acceptances: ACCEPTANCE_TEXTS[language],
        expiresAt: offer.validUntil.toISOString(),
      };
      return { kind: 'ok', body, headers: {} };
    },
  };
}
