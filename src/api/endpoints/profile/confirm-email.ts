import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const confirmEmail = endpoint({
  name: 'confirm-email',
  method: 'POST',
  path: '/api/v1/profile/email/confirm',
  summary: 'Confirms a new e-mail address by the link that was sent to it; it needs no session.',
  body: z.strictObject({
    token: means(
      'What is in the link of the e-mail. Works once, for 24 hours.',
      z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(100)),
    ),
  }),
  successStatus: 204,
  response: z.undefined(),
  refusals: ['link_expired'],
  examples: [
    {
      title: 'by the link of the e-mail',
      body: { token: 'hG4eJc0o2nS6pq1rVdJ5kAhG4eJc0o2nS6pq1rVdJ5k' },
      response: undefined,
    },
  ],
});
