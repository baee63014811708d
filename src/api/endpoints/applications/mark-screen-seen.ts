import * as z from 'zod/mini';
import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { CLIENT_SCREENS } from '#api/client-screens.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const markScreenSeen = endpoint({
  name: 'mark-screen-seen',
  method: 'POST',
  path: '/api/v1/application/seen',
  summary: 'Notes that the client has seen a screen that is shown until it was: completed, rejected, cancelled.',
  access: 'basic',
  body: z.strictObject({ screen: means('The screen that was seen.', z.enum(CLIENT_SCREENS)) }),
  response: profileStateBody,
  examples: [{ title: 'the good news', body: { screen: 'application-completed' }, response: STATE_EXAMPLE }],
});
