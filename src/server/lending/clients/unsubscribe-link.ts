import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#server/kit/vault.ts';
import type { Language } from './notification-kind.ts';

/** The page behind the link that ends advertising, and the address that mail programs post to. */
export const UNSUBSCRIBE_PATH = '/api/v1/marketing/unsubscribe';

const ID_BYTES = 16;
const TOKEN = /^[\w-]{43}$/;

/**
 * Builds the address in an advertising letter that ends advertising (RFC 8058). It names the letter, whose id stands in
 * its head anyway, and is signed, so that nobody can end what others agreed to. It holds as long as the letter is kept:
 * a consent may be withdrawn at any time.
 */
export function unsubscribeUrl(
  { vault, siteUrl }: { readonly vault: Vault; readonly siteUrl: string },
  messageId: string,
  language: Language,
): string {
  const id = Buffer.from(messageId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([id, signatureOf(vault, messageId)]).toString('base64url');
  return `${siteUrl}${UNSUBSCRIBE_PATH}/${token}?lang=${language}`;
}

/** @returns the id of the letter that a token is of; undefined for a token that we did not sign */
export function messageOfToken(vault: Vault, token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, ID_BYTES).toString('hex');
  const messageId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return timingSafeEqual(bytes.subarray(ID_BYTES), signatureOf(vault, messageId)) ? messageId : undefined;
}

/** 128 bits: the key is the one that is never exchanged, so that old letters keep their link. */
function signatureOf(vault: Vault, messageId: string): Buffer {
  return Buffer.from(vault.blindIndex('unsubscribe', messageId), 'base64url').subarray(0, ID_BYTES);
}
