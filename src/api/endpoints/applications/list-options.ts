import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { OPTION_LIST_NAMES } from '#api/options.ts';

export const listOptions = endpoint({
  name: 'list-options',
  method: 'GET',
  path: '/api/v1/public/options/{name}',
  summary: 'The choices of one list of the application, in both languages. An unknown list is not there.',
  params: z.strictObject({
    name: means(
      'One of StreetType, ResidenceStatus, ReferralRelationship, IncomeSource, LengthOfIncome, BankAccountType, SocialMedias.',
      z.enum(OPTION_LIST_NAMES),
    ),
  }),
  response: z.array(
    z.strictObject({
      id: means('Number in the list.', z.int()),
      code: means('What is stored.', z.string()),
      label: means(
        'What is read.',
        z.strictObject({ es: means('In Spanish.', z.string()), en: means('In English.', z.string()) }),
      ),
      order: means('Place in the list.', z.int()),
      active: means('Whether it can be chosen.', z.boolean()),
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
