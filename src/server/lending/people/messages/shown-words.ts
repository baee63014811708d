import { createHash } from 'node:crypto';
import { marketingWords, pepWords, registrationWords } from '#i18n/consent-words.ts';
import type { Locale } from '#i18n/locale.ts';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';

/** The version of the words on the screen of advertising in a language: the SHA-256 that the screen itself sends. */
export function marketingTextVersion(locale: Locale): string {
  return digestOf(marketingWords(speaking(locale)));
}

/** Names the version of the question about a public office. */
export function pepTextVersion(locale: Locale): string {
  return digestOf(pepWords(speaking(locale)));
}

/** Names the version of the words of a registration. */
export function registrationTextVersion(locale: Locale): string {
  return digestOf(registrationWords(speaking(locale)));
}

function speaking(locale: Locale) {
  return (key: MessageKey): string => MESSAGES[key][locale];
}

function digestOf(words: readonly string[]): string {
  return createHash('sha256').update(words.join('\n')).digest('hex');
}
