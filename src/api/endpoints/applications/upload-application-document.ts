import { applicationDocument } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';

export const uploadApplicationDocument = endpoint({
  name: 'upload-application-document',
  method: 'POST',
  path: '/api/v1/application/documents',
  summary:
    'Takes one file: a form with `type` (DNI_FRONT, DNI_BACK, SELFIE, INCOME_PROOF, ADDRESS_PROOF, OTHER) and `file`, up to 8 MB of JPG, PNG, WebP, HEIC or PDF.',
  access: 'full',
  impersonation: 'assist',
  files: true,
  successStatus: 201,
  response: applicationDocument,
  refusals: ['illegal_transition'],
  examples: [
    {
      title: 'the front of a DNI',
      response: {
        documentId: '019bc1b5-3f00-7000-8000-000000000020',
        type: 'DNI_FRONT',
        status: 'READY',
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    },
  ],
});
