import type { SmsGateway } from './sms-gateway.ts';

/** Accepts every message and delivers none: it stays in the outbox, shown at `/sandbox/outbox`. */
export const sandboxSms: SmsGateway = { send: () => Promise.resolve() };
