import type { CallOutput } from '#api/call.ts';
import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import type { Answer, Route } from '#server/kit/serve-endpoint.ts';
import { titleIn } from '#server/lending/documents/document-head.ts';
import { readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { type AddendumContext, acceptanceOf, addendaOf } from '../top-up-addendum.ts';
import { offerOn, presentTopUp } from '../top-up-pricing.ts';
import { topUpPricesToday, topUpSituation } from '../top-up-situation.ts';

export function getTopUpRoute(context: AddendumContext): Route<typeof getTopUp> {
  return {
    endpoint: getTopUp,
    async answer({ client, request: asked }) {
      const parameters = await context.parameters.inForce();
      const { kysely } = context.db;
      const snapshot = await readOpenLoanSnapshot(context, client.personId);
      const { request, status = 'NONE' } = (snapshot && (await topUpSituation(kysely, snapshot, parameters))) ?? {};
      const none: Answer<CallOutput<typeof getTopUp>> & { readonly kind: 'ok' } = {
        kind: 'ok',
        body: { topUp: null, documents: [], acceptance: null },
        headers: {},
      };
      if (!snapshot || !request || status === 'NONE') return none;
      const topUp = presentTopUp(snapshot, request, status, parameters);
      const prices = topUpPricesToday(parameters);
      if (status !== 'ORIGINATED' || typeof prices !== 'object') return { ...none, body: { ...none.body, topUp } };
      const offer = offerOn(snapshot, request.principalCents, prices);
      const papers = await addendaOf(context, kysely, snapshot, { offer, prices });
      const locale = preferredLocale(asked, papers.at(-1)?.language);
      const documents = papers.map(({ bytes: _, type, ...paper }) => ({
        ...paper,
        title: titleIn({ ...paper, type }, locale),
      }));
      const acceptance = acceptanceOf(offer, locale);
      return { kind: 'ok', body: { topUp, documents, acceptance }, headers: { Vary: 'Accept-Language' } };
    },
  };
}
