import type { SmsGateway } from './sms-gateway.ts';

/** Takes every message and delivers none: it stays in the outbox, where `/sandbox/outbox` shows it. */
export const sandboxSms: SmsGateway = { send: () => Promise.resolve() };
