import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { IMPERSONATION_MODES } from '#api/impersonation.ts';
import { means } from '#api/means.ts';
import { sessionAnswer, sessionExample } from '#api/session-answer.ts';

export const redeemLoginAs = endpoint({
  name: 'redeem-login-as',
  method: 'POST',
  path: '/api/v1/auth/login-as',
  summary:
    'Opens a client’s account for staff, with a link that works once. The client is told. Sets the cookies of the session.',
  body: z.strictObject({ token: means('From the link.', z.string()) }),
  successStatus: 201,
  response: z.strictObject({
    ...sessionAnswer.shape,
    impersonation: means(
      'Staff in the place of the client; null otherwise.',
      z.strictObject({
        staffName: means('Who looks.', z.string()),
        until: means('When their view ends.', z.iso.datetime()),
        mode: means(
          'READ_ONLY: looks. ASSIST: also fills in drafts and uploads what the client sent.',
          z.enum(IMPERSONATION_MODES),
        ),
      }),
    ),
  }),
  refusals: ['not_found', 'link_over'],
  examples: [
    {
      title: 'support looks',
      body: { token: 'lqX0b5dC0d3b8mUeJ9nq1m2w3E4r5T6y7U8i9O0pAsD' },
      response: {
        ...sessionExample,
        expiresAt: '2026-01-15T17:30:00.000Z',
        impersonation: { staffName: 'Ana Torres', until: '2026-01-15T17:30:00.000Z', mode: 'READ_ONLY' },
      },
    },
  ],
});
