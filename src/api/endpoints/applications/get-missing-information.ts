import * as z from 'zod/mini';
import { APPLICATION_DOCUMENT_TYPES, INFORMATION_CODES } from '#api/application-information.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { INFORMATION_KINDS } from '#loan/application-decisions.ts';

export const getMissingInformation = endpoint({
  name: 'get-missing-information',
  method: 'GET',
  path: '/api/v1/application/information-missing',
  summary: 'What the client is asked for before the decision, item by item; empty when nothing is.',
  access: 'full',
  response: z.array(
    z.strictObject({
      itemId: means('Names what is asked for.', z.guid()),
      kind: means('DOCUMENT, FIELD, BANK_ACCOUNT or CALL.', z.enum(INFORMATION_KINDS)),
      code: means('What is asked for, for programs.', z.enum(INFORMATION_CODES)),
      title: means('What is asked for, in the client’s language.', z.string()),
      why: means('What it is needed for.', z.string()),
      acceptedTypes: means('Kinds of files that answer it.', z.array(z.enum(APPLICATION_DOCUMENT_TYPES))),
      done: means('Whether it was answered.', z.boolean()),
    }),
  ),
  refusals: ['not_found'],
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
