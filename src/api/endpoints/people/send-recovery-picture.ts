import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const sendRecoveryPicture = endpoint({
  name: 'send-recovery-picture',
  method: 'POST',
  path: '/api/v1/auth/phone-recovery/picture',
  summary: 'Sends the client’s picture with their document, with the link of the e-mail. A person looks at it.',
  // 2.5 MB of picture in base64.
  maxBodyBytes: 3_500_000,
  body: z.strictObject({
    token: means('From the link.', z.string()),
    picture: means(
      'JPG, PNG or WebP of up to 2.5 MB, in base64.',
      z.string({ error: 'required' }).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'invalid' })),
    ),
  }),
  successStatus: 202,
  response: z.strictObject({ status: means('WAITING: somebody will look at it.', z.literal('WAITING')) }),
  refusals: ['link_over'],
  examples: [
    {
      title: 'a picture',
      body: { token: 'lqX0b5dC0d3b8mUeJ9nq1m2w3E4r5T6y7U8i9O0pAsD', picture: '/9j/4AAQSkZJRgABAQAAAQABAAD=' },
      response: { status: 'WAITING' },
    },
  ],
});
