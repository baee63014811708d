import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

const MAX_IDS = 100;

export const readNotifications = endpoint({
  name: 'read-notifications',
  method: 'POST',
  path: '/api/v1/notifications/read',
  summary:
    'Marks notifications as read: some of them, or all. One that is not there, or is read already, is passed over.',
  access: 'full',
  body: z.union([
    z.strictObject({
      ids: means('Which ones, at most 100.', z.array(z.guid()).check(z.minLength(1), z.maxLength(MAX_IDS))),
    }),
    z.strictObject({
      all: means('True: every one. Send this or ids.', z.literal(true)),
      upTo: means('With all: the newest that was shown; what came after it stays unread.', z.optional(z.guid())),
    }),
  ]),
  response: z.strictObject({ unread: means('How many are left to read.', z.int().check(z.nonnegative())) }),
  examples: [
    { title: 'all of them', body: { all: true }, response: { unread: 0 } },
    {
      title: 'all that were shown: one has come since',
      body: { all: true, upTo: '019c2a31-5c00-7000-8000-000000000001' },
      response: { unread: 1 },
    },
    { title: 'one of them', body: { ids: ['019c2a31-5c00-7000-8000-000000000001'] }, response: { unread: 2 } },
  ],
});
