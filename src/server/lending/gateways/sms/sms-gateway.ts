/** A text message as it leaves. */
export interface OutgoingSms {
  /** Of the outbox row: the same for every try, so that a provider can tell a repetition. */
  readonly id: string;
  /** `+51987654321`. */
  readonly recipient: string;
  readonly text: string;
}

/** Hands a text message to whoever delivers it. Resolves when it was taken; throws when it was not, and may be tried again. */
export interface SmsGateway {
  send(sms: OutgoingSms): Promise<void>;
}
