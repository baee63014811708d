import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

const notification = z.strictObject({
  id: means('Names the entry.', z.guid()),
  kind: means('What happened.', z.string()),
  title: means('As the client reads it; without amounts, because it may show on a locked screen.', z.string()),
  body: means('In full.', z.string()),
  createdAt: means('When it happened.', z.iso.datetime()),
  readAt: means('When the client read it; null until then.', z.nullable(z.iso.datetime())),
  link: means('The screen it leads to, without language.', z.string()),
  severity: means(
    'INFO, SUCCESS, WARNING, or CRITICAL for what costs money or rights when it is not read.',
    z.enum(['INFO', 'SUCCESS', 'WARNING', 'CRITICAL']),
  ),
});
export type NotificationBody = z.infer<typeof notification>;

export const listNotifications = endpoint({
  name: 'list-notifications',
  method: 'GET',
  path: '/api/v1/notifications',
  summary: 'What the client was told, newest first, twenty at a time, in the language of Accept-Language.',
  access: 'full',
  query: z.strictObject({ cursor: means('nextCursor of the page before.', z.optional(z.guid())) }),
  response: z.strictObject({
    items: means('Newest first.', z.array(notification)),
    unread: means('How many are left to read.', z.int().check(z.nonnegative())),
    nextCursor: means('For the next page; null at the end.', z.nullable(z.guid())),
  }),
  examples: [
    {
      title: 'one that has not been read',
      query: {},
      response: {
        items: [
          {
            id: '019c2a31-5c00-7000-8000-000000000001',
            kind: 'payment-soon',
            title: 'Tu próximo pago vence el 14/02/2026',
            body: 'Tienes que pagar S/ 573,03 de tu préstamo P-2026-0000001. Si pagas hasta el 16/02/2026, estás a tiempo.',
            createdAt: '2026-02-12T05:05:00.000Z',
            readAt: null,
            link: '/profile/components/payment/repay-loan/',
            severity: 'INFO',
          },
        ],
        unread: 1,
        nextCursor: null,
      },
    },
  ],
});
