import { openWords, readMessages } from '#server/lending/messages/outbox-store.ts';
import type { TestLending } from '../lending/lending-app.ts';

/** Reads what has been written to somebody, oldest first, as it is sent. */
export async function messagesTo({ db, vault }: TestLending, recipient: string) {
  const messages = (await readMessages(db.kysely, 1000)).reverse();
  return messages
    .flatMap(({ words, ...message }) => {
      // What is not written yet, and what a person's own key has closed, does not concern these tests.
      if (!words || message.personId !== null) return [];
      return [{ ...message, ...(message.sealed ? openWords(vault, message.id, words) : words) }];
    })
    .filter((message) => message.recipient === recipient);
}

/** The newest code that went to somebody. */
export async function codeTo(lending: TestLending, recipient: string): Promise<string> {
  const codes = (await messagesTo(lending, recipient)).flatMap(({ template, body }) =>
    template === 'identity-code' ? (/\b\d{6}\b/.exec(body)?.[0] ?? []) : [],
  );
  const code = codes.at(-1);
  if (!code) throw new Error('no code was sent');
  return code;
}

/** The token of the link in the newest letter of a kind. */
export async function linkTo(lending: TestLending, recipient: string, template: string): Promise<string> {
  const letters = (await messagesTo(lending, recipient)).filter((message) => message.template === template);
  const token = /[/=]([\w-]{43})(?![\w-])/.exec(letters.at(-1)?.body ?? '')?.[1];
  if (!token) throw new Error(`no link in ${template}`);
  return token;
}

/** Six digits that are not these. */
export function anotherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
