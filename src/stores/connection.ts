/** What some browsers tell of the network (Network Information); others tell nothing. */
interface Connection {
  readonly effectiveType?: string;
  readonly saveData?: boolean;
}

/**
 * Whether nothing may be loaded that nobody asked for: 2g or data saver (product-spec §9). A browser that tells nothing
 * counts as a good connection.
 */
export function isSparing(navigator: object = globalThis.navigator): boolean {
  const { connection } = navigator as { readonly connection?: Connection };
  return connection?.saveData === true || /(?:^|-)2g$/.test(connection?.effectiveType ?? '');
}
