import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

const session = z.strictObject({
  id: z.guid(),
  /** Null for an unknown browser. */
  device: z.nullable(z.string()),
  address: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});

export const listSessions = endpoint({
  name: 'list-sessions',
  method: 'GET',
  path: '/api/v1/auth/sessions',
  summary: 'The browsers the client is signed in with, the one last seen first.',
  access: 'full',
  response: z.strictObject({ sessions: z.array(session) }),
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
