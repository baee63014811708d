import { makeExtensionQuote } from '#api/endpoints/make-extension-quote.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { policiesOf } from '../loan-seen.ts';
import { withOpenLoan } from '../open-loan.ts';
import { presentExtension } from '../present-extension.ts';
import type { Services } from '../services.ts';
import { quoteExtension } from '../workflows/extend-loan.ts';

export function makeExtensionQuoteRoute(services: Services): Route<typeof makeExtensionQuote> {
  return {
    endpoint: makeExtensionQuote,
    async answer({ client, body }) {
      const policies = await policiesOf(services);
      const quoted = await withOpenLoan(services, client.personId, (inHand) =>
        quoteExtension(inHand, body.term, policies),
      );
      if (quoted.kind === 'no-loan') return refused(409, 'not_eligible', 'No extension: no active loan.');
      if (quoted.kind === 'refused') return quoted;
      const { id, quote, validUntil } = quoted.extension;
      return { kind: 'ok', body: { quoteId: id, ...presentExtension(quote, validUntil) }, headers: {} };
    },
  };
}
