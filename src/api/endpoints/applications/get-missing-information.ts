import * as z from 'zod/mini';
import { NO_APPLICATION } from '#api/application-body.ts';
import { APPLICATION_DOCUMENT_TYPES, INFORMATION_CODES } from '#api/application-information.ts';
import { endpoint } from '#api/endpoint.ts';
import { INFORMATION_KINDS } from '#loan/application-decisions.ts';

export const getMissingInformation = endpoint({
  name: 'get-missing-information',
  method: 'GET',
  path: '/api/v1/application/information-missing',
  summary: 'What the client is asked for before the decision, item by item; empty when nothing is.',
  access: 'full',
  response: z.array(
    z.strictObject({
      itemId: z.guid(),
      kind: z.enum(INFORMATION_KINDS),
      /** Selects the texts of title and reason. */
      code: z.enum(INFORMATION_CODES),
      title: z.string(),
      why: z.string(),
      acceptedTypes: z.array(z.enum(APPLICATION_DOCUMENT_TYPES)),
      done: z.boolean(),
    }),
  ),
  refusals: [NO_APPLICATION],
  examples: [
    {
      title: 'a proof of income',
      response: [
        {
          itemId: '019bc1b5-3f00-7000-8000-000000000030',
          kind: 'DOCUMENT',
          code: 'income_proof',
          title: 'Comprobante de tus ingresos',
          why: 'Para este monto necesitamos un documento: boleta de pago, recibo por honorarios o estado de cuenta de los últimos tres meses.',
          acceptedTypes: ['INCOME_PROOF'],
          done: false,
        },
      ],
    },
  ],
});
