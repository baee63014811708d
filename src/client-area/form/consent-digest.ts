/** Computes the SHA-256, in hex, of consent texts, because the receipt must identify the exact texts (domain 2.19). */
export async function consentDigest(words: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words.join('\n')));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
