import * as z from 'zod/mini';
import { DATA_REQUEST_EXAMPLE, dataRequestBody } from '#api/data-request-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const listDataRequests = endpoint({
  name: 'list-data-requests',
  method: 'GET',
  path: '/api/v1/profile/data-requests',
  summary: 'What the client asked of their own data, newest first, with the answers.',
  access: 'full',
  response: z.strictObject({ items: means('What was asked, newest first.', z.array(dataRequestBody)) }),
  examples: [{ title: 'one that waits', response: { items: [DATA_REQUEST_EXAMPLE] } }],
});
