import * as z from 'zod/mini';
import { instant } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { readPaper } from '#api/paper-words.ts';
import { receivingAccount } from '#api/payout-body.ts';
import { OFFER_EXAMPLE, publicOfferBody } from './make-public-offer.ts';

export const getAgreement = endpoint({
  name: 'get-agreement',
  method: 'GET',
  path: '/api/v1/application/agreement',
  summary:
    'The papers to be signed, with their hashes, and what they say in figures. A new day makes new papers and says what changed.',
  access: 'full',
  response: z.strictObject({
    agreementId: means('Names the agreement; a new day or another offer makes a new one.', z.guid()),
    documents: means(
      'The papers to be read and signed.',
      z.array(
        z.strictObject({
          ...readPaper.shape,
          id: means('Names the paper.', z.guid()),
          type: means('Which paper.', z.enum(['CONTRACT', 'HOJA_RESUMEN', 'SCHEDULE', 'PRIVACY_NOTICE'])),
          url: means('Where to load it.', z.string()),
        }),
      ),
    ),
    account: means('The account that receives, masked, with its holder.', z.nullable(receivingAccount)),
    summary: means('The figures of the contract.', publicOfferBody.shape.offer),
    changed: means(
      'What differs from the papers shown before: dueDate, total, tcea, schedule.',
      z.array(z.enum(['dueDate', 'total', 'tcea', 'schedule'])),
    ),
    acceptance: means('The words of the one box, in the language of Accept-Language.', z.string()),
    expiresAt: means('Until when the agreement can be signed.', instant()),
  }),
  refusals: ['illegal_transition', 'rate_cap_changed', 'parameter_missing', 'offer_expired'],
  examples: [
    {
      title: 'S/ 500 for 30 days (EX1)',
      response: {
        agreementId: '019bc1b5-3f00-7000-8000-000000000050',
        documents: [
          {
            id: '019bc1b5-3f00-7000-8000-000000000051',
            type: 'CONTRACT',
            language: 'es',
            title: 'Contrato de préstamo SOL-2026-0001234',
            pages: 6,
            sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            url: '/api/v1/documents/019bc1b5-3f00-7000-8000-000000000051/file',
            words: [
              { kind: 'heading', text: 'Primera. El préstamo' },
              { kind: 'text', text: 'Prestamista entrega al cliente S/ 500,00 en la cuenta indicada.' },
            ],
          },
        ],
        account: { bank: 'BCP', masked: '••••7756', holder: 'Ana Lucía Quispe Ramos' },
        summary: OFFER_EXAMPLE,
        changed: [],
        acceptance: 'Leí el contrato, la hoja resumen y el aviso de privacidad, y acepto el contrato.',
        expiresAt: '2026-01-18T17:00:00.000Z',
      },
    },
  ],
});
