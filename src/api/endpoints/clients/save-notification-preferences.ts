import { endpoint } from '#api/endpoint.ts';
import { notificationPreferences, serviceChoice } from '#api/notification-preferences.ts';

export const saveNotificationPreferences = endpoint({
  name: 'save-notification-preferences',
  method: 'PUT',
  path: '/api/v1/notifications/preferences',
  summary:
    'Chooses how service messages arrive. They cannot be switched off altogether; advertising is decided by its own call.',
  access: 'full',
  body: serviceChoice,
  response: notificationPreferences,
  examples: [
    {
      title: 'e-mail only',
      body: { channels: { email: true, sms: false }, smsDetails: false },
      response: {
        channels: { email: true, sms: false },
        smsDetails: false,
        marketing: {
          value: true,
          channels: { sms: false, email: true, call: false, whatsapp: false },
          changedAt: '2026-01-12T14:02:11.000Z',
        },
      },
    },
  ],
});
