/**
 * The secret of a link that was sent. It is in the fragment, which browsers never send to a server, log or other site
 * (domain 2.2).
 */
export function tokenOf(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || undefined;
}
