import * as z from 'zod/mini';
import { challengeBody } from '../auth.ts';
import { endpoint } from '../endpoint.ts';

export const startStepUp = endpoint({
  name: 'start-step-up',
  method: 'POST',
  path: '/api/v1/auth/step-up',
  summary: '',
  body: z.strictObject({ purpose: z.optional(z.string()) }),
  response: z.strictObject({ challenge: challengeBody }),
  examples: [],
});
