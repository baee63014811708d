import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const keepMarketingParams = endpoint({
  name: 'keep-marketing-params',
  method: 'POST',
  path: '/api/v1/public/marketing-params',
  summary: 'Keeps the allow-listed parameters of a link in the cookie `marketingParams` for 28 days.',
  /** The link's query. Parameters that are not allowed are ignored; without any the stored ones stay. */
  body: z.strictObject({
    query: means(
      'The query of the link. utm_*, gclid, fbclid, ref and partner are kept, at most 20, at most 200 characters each.',
      z.string().check(z.maxLength(8_192)),
    ),
  }),
  successStatus: 204,
  response: z.undefined(),
  examples: [
    { title: 'a link of a campaign', body: { query: 'utm_source=radio&utm_campaign=enero' }, response: undefined },
  ],
});
