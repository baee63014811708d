import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const getTaxDocumentXml = endpoint({
  name: 'get-tax-document-xml',
  method: 'GET',
  path: '/api/v1/documents/{id}/xml',
  summary:
    'The signed XML of a tax document, as it was issued; its paper has the same id. Other papers have none. Support staff never get it.',
  access: 'full',
  impersonation: 'forbidden',
  params: z.strictObject({ id: means('Names the tax document.', z.guid()) }),
  file: 'application/xml',
  response: z.undefined(),
  examples: [{ title: 'a receipt', params: { id: '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2a' }, response: undefined }],
});
