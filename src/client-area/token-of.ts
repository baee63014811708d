/**
 * The secret of a link that was sent. It is in the fragment, which browsers never send to a server, log or other site
 * (domain 2.2).
 */
export function tokenOf({ hash = '' }: Partial<Location> = globalThis.location ?? {}): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('token') || undefined;
}
