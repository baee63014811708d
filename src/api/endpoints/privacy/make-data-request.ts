import * as z from 'zod/mini';
import { DATA_REQUEST_EXAMPLE, dataRequestBody } from '#api/data-request-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { means } from '#api/means.ts';
import { VISITOR_REQUEST_LIMITS } from '#api/visitor-request-form.ts';
import { DATA_REQUEST_KINDS } from '#loan/data-request.ts';

export const makeDataRequest = endpoint({
  name: 'make-data-request',
  method: 'POST',
  path: '/api/v1/profile/data-requests',
  summary:
    'Asks for access to the client’s own data, to take them along, to correct or delete them, or opposes their use. The law sets the last day for the answer.',
  access: { stepUp: 'data-request' },
  body: z.strictObject({
    type: means(
      'ACCESS: what is known. PORTABILITY: to take it along. RECTIFICATION: to correct it. CANCELLATION: to delete it. OPPOSITION: not to use it for something.',
      z.enum(DATA_REQUEST_KINDS, { error: 'required' }),
    ),
    detail: means(
      'What is asked, in the client’s own words.',
      required(freeText(VISITOR_REQUEST_LIMITS.detailMin, VISITOR_REQUEST_LIMITS.detailMax)),
    ),
  }),
  successStatus: 201,
  response: dataRequestBody,
  refusals: ['already_asked'],
  examples: [
    {
      title: 'what is known about me',
      body: { type: 'ACCESS', detail: 'Quiero saber qué datos míos tienen y con quién los comparten.' },
      response: DATA_REQUEST_EXAMPLE,
    },
  ],
});
