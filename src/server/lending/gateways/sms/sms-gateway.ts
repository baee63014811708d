/** A text message as it leaves. */
export interface OutgoingSms {
  /** Id of the outbox row: the same for every attempt, so that providers recognise a repetition. */
  readonly id: string;
  /** `+51987654321`. */
  readonly recipient: string;
  readonly text: string;
}

/**
 * Sends text messages. Resolves when the message was accepted; throws when it was not: a `MessageRefused` when that is
 * final, anything else when it may be tried again.
 */
export interface SmsGateway {
  send(sms: OutgoingSms): Promise<void>;
}
