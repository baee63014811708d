import type { EmailGateway } from './email-gateway.ts';

/** Takes every message and delivers none: it stays in the outbox, where `/sandbox/outbox` shows it. */
export const sandboxEmail: EmailGateway = { send: () => Promise.resolve() };
