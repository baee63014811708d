/**
 * Reads the secret of a link that was sent. It is in the fragment, because browsers never send that to a server, log or
 * other site (domain 2.2).
 */
export function tokenOf({ hash = '' }: Partial<Location> = globalThis.location ?? {}): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('token') || undefined;
}
