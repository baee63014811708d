import * as z from 'zod/mini';
import { ILLEGAL_TRANSITION, instant } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
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
    agreementId: z.guid(),
    documents: z.array(
      z.strictObject({
        ...readPaper.shape,
        id: z.guid(),
        type: z.enum(['CONTRACT', 'HOJA_RESUMEN', 'SCHEDULE', 'PRIVACY_NOTICE']),
        url: z.string(),
      }),
    ),
    /** The account that receives the money. */
    account: z.nullable(receivingAccount),
    summary: publicOfferBody.shape.offer,
    /** The figures that differ from the documents shown before; empty the first time. */
    changed: z.array(z.enum(['dueDate', 'total', 'tcea', 'schedule'])),
    /** The words beside the box in the client’s language, because they are part of what is signed. */
    acceptance: z.string(),
    expiresAt: instant(),
  }),
  refusals: [
    ILLEGAL_TRANSITION,
    { status: 409, code: 'rate_cap_changed' },
    { status: 409, code: 'parameter_missing' },
    { status: 410, code: 'offer_expired' },
  ],
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
