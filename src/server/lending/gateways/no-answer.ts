/**
 * A provider did not tell how a call ended: it was not reached, was too slow, failed inside, or said something that
 * cannot be read. Whoever moves money treats the outcome as unknown and asks again later; it is never a refusal.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** False: the order surely never reached the provider, so that nothing can have happened there. */
  readonly mayHaveHappened: boolean;

  /** @param message for operators; never with data of a person or a secret */
  constructor(message: string, options: { readonly mayHaveHappened?: boolean; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.mayHaveHappened = options.mayHaveHappened ?? true;
  }
}
