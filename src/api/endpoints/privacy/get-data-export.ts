import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

export const getDataExport = endpoint({
  name: 'get-data-export',
  method: 'GET',
  path: '/api/v1/profile/data-export',
  summary:
    'Everything kept about the client as a ZIP: JSON, PDF and the files they sent, for seven days from the answer to a request for access. Each download is on record.',
  access: 'full',
  impersonation: 'forbidden',
  file: 'application/zip',
  response: z.undefined(),
  refusals: ['export_not_ready'],
  examples: [{ title: 'all of it', response: undefined }],
});
