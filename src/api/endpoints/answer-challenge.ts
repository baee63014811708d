import * as z from 'zod/mini';
import { sessionBegun } from '../auth.ts';
import { endpoint } from '../endpoint.ts';
import { required } from '../field-rules/field-rule.ts';
import { oneTimeCode } from '../field-rules/secrets.ts';

export const answerChallenge = endpoint({
  name: 'answer-challenge',
  method: 'POST',
  path: '/api/v1/auth/challenges/{id}',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ code: required(oneTimeCode), trustDevice: z.optional(z.boolean()) }),
  response: z.union([
    sessionBegun,
    z.strictObject({ stepUpToken: z.string(), purpose: z.string(), expiresInSec: z.int() }),
  ]),
  examples: [],
});
