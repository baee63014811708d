/** Computes the Content-Security-Policy hash of an inline style: `sha256-` and the digest of its text in base64. */
export async function styleHash(css: string): Promise<`sha256-${string}`> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
