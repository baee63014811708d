import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { OPTION_LIST_NAMES } from '#api/options.ts';

export const listOptions = endpoint({
  name: 'list-options',
  method: 'GET',
  path: '/api/v1/public/options/{name}',
  summary: 'The choices of one list of the application, in both languages. An unknown list is not there.',
  params: z.strictObject({ name: z.enum(OPTION_LIST_NAMES) }),
  response: z.array(
    z.strictObject({
      id: z.int(),
      code: z.string(),
      label: z.strictObject({ es: z.string(), en: z.string() }),
      order: z.int(),
      active: z.boolean(),
    }),
  ),
  examples: [
    {
      title: 'how somebody lives',
      params: { name: 'ResidenceStatus' },
      response: [
        { id: 1, code: 'OWNER', label: { es: 'Propia', en: 'My own' }, order: 1, active: true },
        { id: 2, code: 'FAMILY', label: { es: 'De mi familia', en: 'My family’s' }, order: 2, active: true },
      ],
    },
  ],
});
