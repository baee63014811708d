import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const recordConsent = endpoint({
  name: 'record-consent',
  method: 'POST',
  path: '/api/v1/public/consents',
  summary:
    'Records what a visitor without a session decided about a purpose. Sets the cookies `__Host-consent` and `__Host-did`.',
  body: z.strictObject({
    purpose: means('What the visitor decided about. ANALYTICS: the two tag-manager containers.', z.enum(['ANALYTICS'])),
    granted: means('Yes or no; a no is recorded as well.', z.boolean()),
    textVersion: means(
      'SHA-256 of the words that were on the screen, in hex.',
      z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    ),
  }),
  successStatus: 201,
  response: z.strictObject({ consentId: means('Names the row of the ledger.', z.guid()) }),
  examples: [
    {
      title: 'a visitor accepts analytics cookies',
      body: {
        purpose: 'ANALYTICS',
        granted: true,
        textVersion: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
      response: { consentId: '019bc1b5-3f00-7000-8000-000000000002' },
    },
  ],
});
