import type { Fetch } from '#server/kit/outgoing.ts';
import { queryProvider } from '../provider-http.ts';
import type { SmsGateway } from './sms-gateway.ts';

export interface HttpSmsSettings {
  readonly url: string;
  readonly token: string;
  /** The name or number messages come from. */
  readonly sender: string;
}

const TIMEOUT_MS = 15_000;

/**
 * Sends through any provider that takes `POST {id, from, to, text}` as JSON with a Bearer token, as most do or can be
 * made to by a small relay: no provider is built in. Any 2xx means that the message was taken.
 */
export function httpSms(
  { url, token, sender }: HttpSmsSettings,
  fetch: Fetch,
  timeoutMs: number = TIMEOUT_MS,
): SmsGateway {
  return {
    async send({ id, recipient, text }) {
      const { status } = await queryProvider(fetch, {
        what: 'SMS',
        url,
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': id },
        body: { id, from: sender, to: recipient, text },
        timeoutMs,
      });
      // Neither number nor text: the outbox stores the message of an error.
      if (status >= 300) throw new Error(`SMS: the provider refused a message with status ${status}`);
    },
  };
}
