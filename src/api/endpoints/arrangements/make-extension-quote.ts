import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { EXTENSION_EXAMPLE, extensionOption } from '#api/extension-body.ts';
import { soles } from '#api/fields.ts';
import { means } from '#api/means.ts';

export const makeExtensionQuote = endpoint({
  name: 'make-extension-quote',
  method: 'POST',
  path: '/api/v1/loan/extension/quote',
  summary: 'Freezes the price of an extension until the end of the day. It commits nobody.',
  access: 'full',
  body: z.strictObject({ term: means('Days the due date moves: one of the options.', z.int()) }),
  successStatus: 201,
  response: z.strictObject({
    quoteId: means('Names the quote.', z.guid()),
    toPay: means(
      'What is still to pay of the price: all of it, or the rest when a part was paid today, soles.',
      soles(),
    ),
    ...extensionOption,
  }),
  refusals: ['not_eligible', 'parameter_missing'],
  examples: [
    {
      title: '14 days on the due date',
      body: { term: 14 },
      response: { quoteId: '019c5d4a-1c00-7000-8000-000000000001', toPay: 26.22, ...EXTENSION_EXAMPLE },
    },
  ],
});
