/** An e-mail as it leaves: plain text and files. */
export interface OutgoingEmail {
  /** Of the outbox row: the same for every try, so that a mailbox can tell a repetition. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly {
    readonly fileName: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
  }[];
}

/** Hands an e-mail to whoever delivers it. Resolves when it was taken; throws when it was not, and may be tried again. */
export interface EmailGateway {
  send(email: OutgoingEmail): Promise<void>;
}
