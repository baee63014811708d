import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

const session = z.strictObject({
  id: means('Names the session; not the secret that opens it.', z.guid()),
  device: means('Browser and system; null when it does not say.', z.nullable(z.string())),
  address: means('Where it was signed in from.', z.string()),
  createdAt: means('When it was signed in.', z.iso.datetime()),
  lastSeenAt: means('When it was last used, to within five minutes.', z.iso.datetime()),
  current: means('Whether it is the one that asks.', z.boolean()),
});

export const listSessions = endpoint({
  name: 'list-sessions',
  method: 'GET',
  path: '/api/v1/auth/sessions',
  summary: 'The browsers the client is signed in with, the one last seen first.',
  access: 'full',
  response: z.strictObject({ sessions: means('One for each browser.', z.array(session)) }),
  examples: [
    {
      title: 'this phone',
      response: {
        sessions: [
          {
            id: '019bc299-8680-7216-b705-1c72d896152a',
            device: 'Mobile Chrome, Android',
            address: '203.0.113.7',
            createdAt: '2026-01-12T14:02:11.000Z',
            lastSeenAt: '2026-01-15T17:00:00.000Z',
            current: true,
          },
        ],
      },
    },
  ],
});
