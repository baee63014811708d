import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const getDocumentFile = endpoint({
  name: 'get-document-file',
  method: 'GET',
  path: '/api/v1/documents/{id}/file',
  summary: 'One paper of the client as the PDF that was stored when it was issued. Support staff never get it.',
  access: 'full',
  impersonation: 'forbidden',
  params: z.strictObject({ id: means('Names the paper.', z.guid()) }),
  file: 'application/pdf',
  response: z.undefined(),
  examples: [{ title: 'a contract', params: { id: '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2a' }, response: undefined }],
});
