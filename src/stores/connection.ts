/** Network Information; not every browser has it. */
interface Connection {
  readonly effectiveType?: string;
  readonly saveData?: boolean;
}

/**
 * Tells whether preloading should be skipped: on 2g or with data saver (product-spec §9). A browser without Network
 * Information counts as well connected.
 */
export function isSparing(navigator: object = globalThis.navigator): boolean {
  const { connection } = navigator as { readonly connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
