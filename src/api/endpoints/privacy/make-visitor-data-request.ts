import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { oneOf, optional, required } from '#api/field-rules/field-rule.ts';
import { freeText, personName } from '#api/field-rules/text.ts';
import { date } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { anyDocument, documentFits } from '#api/person-form.ts';
import { VISITOR_REQUEST_LIMITS } from '#api/visitor-request-form.ts';
import { DATA_REQUEST_KINDS } from '#loan/data-request.ts';

const fields = z.strictObject({
  type: means('As make-data-request has it.', z.enum(DATA_REQUEST_KINDS, { error: 'required' })),
  detail: means(
    'What is asked, in the person’s own words.',
    required(freeText(VISITOR_REQUEST_LIMITS.detailMin, VISITOR_REQUEST_LIMITS.detailMax)),
  ),
  documentType: means('DNI, or CE for people from abroad.', oneOf(DOCUMENT_TYPES)),
  documentNumber: means('DNI: 8 digits. CE: 9 to 12 letters or digits. PASSPORT: 6 to 12.', required(anyDocument)),
  firstName: means('Given names: letters, spaces, apostrophes, dashes, dots; at most 60.', required(personName())),
  lastName1: means('Father’s surname.', required(personName())),
  lastName2: means('Mother’s surname; null for people with one surname.', optional(personName())),
  email: means('Where the answer goes.', required(emailAddress)),
  identity: means(
    'The document: JPG, PNG, WebP or PDF of up to 2.5 MB, in base64. It is deleted with the answer.',
    z.string({ error: 'required' }).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'invalid' })),
  ),
});

export const visitorRequestBody = fields.check(...documentFits<z.output<typeof fields>>());

export const makeVisitorDataRequest = endpoint({
  name: 'make-visitor-data-request',
  method: 'POST',
  path: '/api/v1/public/data-requests',
  summary:
    'The same request about personal data from somebody without an account, with their identity document. People look at it and answer by e-mail; the law sets the last day.',
  // The document in base64.
  maxBodyBytes: 3_500_000,
  body: visitorRequestBody,
  successStatus: 201,
  response: z.strictObject({
    id: means('Names the request.', z.guid()),
    dueDate: means('The last day for the answer.', date()),
  }),
  refusals: ['already_asked'],
  examples: [
    {
      title: 'Somebody asks what is known of them',
      body: {
        type: 'ACCESS',
        detail: 'Nunca fui cliente de ustedes. Quiero saber qué datos míos tienen.',
        documentType: 'DNI',
        documentNumber: '45678912',
        firstName: 'Rosa',
        lastName1: 'Quispe',
        email: 'rosa@example.pe',
        identity: '/9j/4AAQSkZJRg==',
      },
      response: { id: '019bc299-8680-7216-b705-1c72d896152b', dueDate: '2026-02-12' },
    },
  ],
});
