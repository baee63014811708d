import type { EmailGateway } from './email-gateway.ts';

/** Accepts every message and delivers none: it stays in the outbox, shown at `/sandbox/outbox`. */
export const sandboxEmail: EmailGateway = { send: () => Promise.resolve() };
