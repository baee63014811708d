import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const declineTopUp = endpoint({
  name: 'decline-top-up',
  method: 'POST',
  path: '/api/v1/loan/top-up/decline',
  summary: 'Declines a top-up that waits for the signature. Doing so again changes nothing.',
  access: 'full',
  response: z.strictObject({
    nextScreen: means('Where to go now.', z.strictObject({ name: means('Name of the screen.', z.literal('profile')) })),
  }),
  refusals: ['top_up_signed'],
  examples: [{ title: 'declined', response: { nextScreen: { name: 'profile' } } }],
});
