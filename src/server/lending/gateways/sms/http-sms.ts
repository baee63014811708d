import type { Fetch } from '#server/kit/outgoing.ts';
import { MessageRefused, type RefusedBecause } from '../email/email-gateway.ts';
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
      if (status < 300) return;
      // Neither number nor text: the outbox stores the message of an error.
      const reason = `SMS: the provider refused a message with status ${status}`;
      const because = refusedBecause(status);
      throw because ? new MessageRefused(because, reason) : new Error(reason);
    },
  };
}

/** Statuses that pass: a time that ran out, a message before its turn, too many at once; 409 is our number in use. */
const PASSING = [408, 409, 425, 429];
/** The number or the text is what the provider does not take. */
const ABOUT_THE_MESSAGE = [400, 410, 413, 422];

/** Everything else below 500 is about us: the address that is set, the token, the credit with the provider. */
function refusedBecause(status: number): RefusedBecause | undefined {
  if (status >= 500 || PASSING.includes(status)) return undefined;
  return ABOUT_THE_MESSAGE.includes(status) ? 'address' : 'us';
}
