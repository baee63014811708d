import * as z from 'zod/mini';
import { financialDraft, personalDraft } from '#api/application-form.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { APPLICATION_STEPS } from '#loan/application.ts';

export const saveDraft = endpoint({
  name: 'save-draft',
  method: 'PATCH',
  path: '/api/v1/application/draft/{step}',
  summary:
    'Keeps what is in a form so far; only types are checked. Answers with the new ETag; with If-Match a change from elsewhere is told instead of overwritten.',
  access: 'full',
  impersonation: 'assist',
  params: z.strictObject({ step: means('Which of the two steps the fields belong to.', z.enum(APPLICATION_STEPS)) }),
  /** Fields of the step in the path; the other step’s are unknown there. */
  body: z.strictObject({ ...personalDraft.shape, ...financialDraft.shape }),
  successStatus: 204,
  response: z.undefined(),
  refusals: ['illegal_transition', 'stale_version'],
  examples: [
    {
      title: 'half a birth date',
      params: { step: 'personal' },
      body: { firstName: 'Ana', birthDate: '01/05/19' },
      response: undefined,
    },
  ],
});
