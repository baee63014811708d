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
  /** Of advertising: a POST to it ends advertising, without a session. */
  readonly unsubscribeUrl?: string | undefined;
}

/**
 * Reasons why a message is refused: `address`, nobody gets messages there; `message`, this one is never taken, by its
 * size or kind; `us`, the credentials, policy or reputation of the sender.
 */
export type RefusedBecause = 'address' | 'message' | 'us';

/**
 * A gateway's final answer to a message. Except for `us`, a second try is answered the same; a refusal of `us` lasts
 * until operators have mended what it names. Every other error of a gateway is temporary.
 */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused';
  readonly because: RefusedBecause;

  constructor(because: RefusedBecause, message: string) {
    super(message);
    this.because = because;
  }
}

/**
 * Sends e-mails. Resolves when the e-mail was accepted; throws when it was not: a `MessageRefused` when that is final,
 * anything else when it may be tried again.
 */
export interface EmailGateway {
  send(email: OutgoingEmail): Promise<void>;
}
