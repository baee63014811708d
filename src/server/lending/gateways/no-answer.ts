/**
 * The outcome of a call is unknown: the provider was not reached, timed out, failed, or answered something unreadable.
 * Code that moves money treats it as unknown and queries again later; it is never a refusal.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** False: the order surely never reached the provider. */
  readonly mayHaveHappened: boolean;

  /** @param message for operators; never with data of a person or a secret */
  constructor(message: string, options: { readonly mayHaveHappened?: boolean; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.mayHaveHappened = options.mayHaveHappened ?? true;
  }
}
