import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

export const sendEmailConfirmation = endpoint({
  name: 'send-email-confirmation',
  method: 'POST',
  path: '/api/v1/profile/email/confirmation',
  summary: 'Sends the link that confirms the client’s own e-mail once more. Nothing is sent when it is confirmed.',
  access: 'full',
  successStatus: 204,
  response: z.undefined(),
  examples: [{ title: 'the first letter was lost', response: undefined }],
});
