/** An e-mail as it leaves: plain text and files. */
export interface OutgoingEmail {
  /** Id of the outbox row: the same for every attempt, so that mailboxes recognise a repetition. */
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

/** Sends e-mails. Resolves when the e-mail was accepted; throws when it was not, and may be retried. */
export interface EmailGateway {
  send(email: OutgoingEmail): Promise<void>;
}
