/** The secret of a link, from the fragment: browsers send that to no server, log or other site (domain 2.2). */
export function tokenOf({ hash = '' }: Partial<Location> = globalThis.location ?? {}): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('token') || undefined;
}
