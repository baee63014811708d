import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const listPlaces = endpoint({
  name: 'list-places',
  method: 'GET',
  path: '/api/v1/public/places',
  summary:
    'Departments; the provinces of one; the districts of a province; or all of them: INEI codes of two, four and six digits.',
  /**
   * Nothing for the departments, `15` for the provinces of Lima, `1501` for the districts of its first one; `PE` for
   * all places of the three levels, to be searched by the caller.
   */
  query: z.strictObject({
    within: means(
      'Nothing for departments, two digits for provinces, four for districts.',
      z.optional(z.string().check(z.regex(/^(?:PE|\d{2}|\d{4})$/))),
    ),
  }),
  response: z.array(
    z.strictObject({
      code: means('INEI code of two, four or six digits.', z.string()),
      name: means('Name of the place.', z.string()),
    }),
  ),
  examples: [
    {
      title: 'in the province of Lima',
      query: { within: '1501' },
      response: [
        { code: '150101', name: 'Lima' },
        { code: '150105', name: 'Breña' },
      ],
    },
  ],
});
