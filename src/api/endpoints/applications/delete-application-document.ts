import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const deleteApplicationDocument = endpoint({
  name: 'delete-application-document',
  method: 'DELETE',
  path: '/api/v1/application/documents/{documentId}',
  summary: 'Takes back a file that was not sent with anything yet.',
  access: 'full',
  impersonation: 'assist',
  params: z.strictObject({ documentId: means('Names the file.', z.guid()) }),
  successStatus: 204,
  response: z.undefined(),
  refusals: ['document_submitted'],
  examples: [
    {
      title: 'a blurred picture',
      params: { documentId: '019bc1b5-3f00-7000-8000-000000000020' },
      response: undefined,
    },
  ],
});
