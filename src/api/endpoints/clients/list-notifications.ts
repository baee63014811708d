import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

const notification = z.strictObject({
  id: z.guid(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  readAt: z.nullable(z.iso.datetime()),
  link: z.string(),
  severity: z.enum(['INFO', 'SUCCESS', 'WARNING', 'CRITICAL']),
});
export type NotificationBody = z.infer<typeof notification>;

export const listNotifications = endpoint({
  name: 'list-notifications',
  method: 'GET',
  path: '/api/v1/notifications',
  summary: 'What the client was told, newest first, twenty at a time, in the language of Accept-Language.',
  access: 'full',
  query: z.strictObject({ cursor: z.optional(z.guid()) }),
  response: z.strictObject({
    items: z.array(notification),
    unread: z.int().check(z.nonnegative()),
    nextCursor: z.nullable(z.guid()),
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
