/** On each connection, as with other products that prepare what they send. A statement and its plan are some kilobytes. */
const MOST_PREPARED = 1_000;
/** Longer ones are rows that are written in bulk, a text for each number of rows. */
const LONGEST_PREPARED = 5_000;
/** Texts that were sent once. */
const MOST_REMEMBERED = 10_000;
/** What returns every column: one that a migration adds changes it, and PostgreSQL would refuse it as it was prepared. */
const EVERY_COLUMN = /(?<!count\()\*/;

/**
 * The names under which the server prepares statements: it reads and plans the text of one once per connection, not each
 * time. A statement has a name from the second time on that its text is sent.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #sentOnce = new Set<string>();
  #generation = 0;

  /** The name of a statement; undefined: it is sent without one. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST_PREPARED) return name;
    if (text.length > LONGEST_PREPARED || EVERY_COLUMN.test(text)) return undefined;
    if (!this.#sentOnce.delete(text)) {
      if (this.#sentOnce.size >= MOST_REMEMBERED) this.#sentOnce.clear();
      this.#sentOnce.add(text);
      return undefined;
    }
    const next = `${this.#generation}_${this.#names.size}`;
    this.#names.set(text, next);
    return next;
  }

  /** Every statement gets a new name, because a migration has changed the type of what one of them returns. */
  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}
