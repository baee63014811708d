import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const getMarketingPrompt = endpoint({
  name: 'get-marketing-prompt',
  method: 'GET',
  path: '/api/v1/profile/marketing/prompt',
  summary:
    'Whether the client is to be asked about advertising now: no decision of theirs is on record, they have not said "not now" within 90 days, and neither a payment that is late nor an application waits for them.',
  access: 'full',
  response: z.strictObject({ isDue: means('Whether the client is asked about advertising now.', z.boolean()) }),
  examples: [{ title: 'never asked', response: { isDue: true } }],
});
