import { endpoint } from '#api/endpoint.ts';
import { notificationPreferences } from '#api/notification-preferences.ts';

export const getNotificationPreferences = endpoint({
  name: 'get-notification-preferences',
  method: 'GET',
  path: '/api/v1/notifications/preferences',
  summary: 'How the client wants to be told about their own loan, and what they agreed to be advertised by.',
  access: 'full',
  response: notificationPreferences,
  examples: [
    {
      title: 'nothing was chosen yet',
      response: {
        channels: { email: true, sms: true },
        smsDetails: false,
        marketing: {
          value: false,
          channels: { sms: false, email: false, call: false, whatsapp: false },
          changedAt: null,
        },
      },
    },
  ],
});
