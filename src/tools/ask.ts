import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for words on the terminal; from a pipe each answer is a line. */
export interface Ask {
  words(question: string): Promise<string>;
  /** Asks without showing what is typed, so that nobody reads it over the shoulder. */
  secret(question: string): Promise<string>;
  close(): void;
}

export function askOnTerminal(input: NodeJS.ReadableStream & { isTTY?: boolean } = process.stdin): Ask {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input, output, terminal: input.isTTY === true });
  const lines = input.isTTY ? undefined : terminal[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    if (!lines) return terminal.question(question);
    return String((await lines.next()).value ?? '');
  };
  return {
    words: ask,
    async secret(question) {
      process.stderr.write(question);
      isHidden = true;
      const typed = await ask('');
      isHidden = false;
      process.stderr.write('\n');
      return typed;
    },
    close: () => terminal.close(),
  };
}
