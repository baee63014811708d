import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

export const putOffMarketingPrompt = endpoint({
  name: 'put-off-marketing-prompt',
  method: 'POST',
  path: '/api/v1/profile/marketing/prompt/not-now',
  summary:
    'Says "not now" to the question about advertising: nobody asks again for 90 days. It is neither a yes nor a no, and the ledger of consents has nothing of it.',
  access: 'full',
  successStatus: 204,
  response: z.undefined(),
  examples: [{ title: 'not now', response: undefined }],
});
