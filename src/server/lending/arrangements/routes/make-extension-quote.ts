import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { toSoles } from '#loan/money.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { withOpenLoan } from '#server/lending/loans/open-loan.ts';
import { quoteExtension } from '../extend-loan.ts';
import { presentExtension } from '../present-extension.ts';

export function makeExtensionQuoteRoute(services: ArrangementContext): Route<typeof makeExtensionQuote> {
  return {
    endpoint: makeExtensionQuote,
    async answer({ client, body }) {
      const parameters = await services.parameters.inForce();
      const quoted = await withOpenLoan(services, client.personId, (locked) =>
        quoteExtension(locked, body.term, parameters),
      );
      if (quoted.kind === 'no-loan') return refused(409, 'not_eligible', 'No extension: no active loan.');
      if (quoted.kind === 'refused') return quoted;
      const { id, quote, validUntil } = quoted.extension;
      const toPay = toSoles(quoted.toPayCents);
      return { kind: 'ok', body: { quoteId: id, toPay, ...presentExtension(quote, validUntil) }, headers: {} };
    },
  };
}
