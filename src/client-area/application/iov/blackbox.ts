/** What the device check has found, or why there is nothing (domain 2.4). */
export type Blackbox =
  | { readonly blackboxState: 'ok'; readonly blackbox: string }
  | { readonly blackboxState: 'blocked' | 'timeout' };

/** The longest a person waits for the check before going on without it (domain 2.4). */
export const BLACKBOX_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 250;
/** Longer than the vendor's own, and what the server takes at most. */
const BLACKBOX_MAX = 8_192;

/** The vendor's script, when the lender has put one into the page and no blocker has taken it out. */
interface DeviceCheck {
  readonly getBlackbox: () => { readonly blackbox: string; readonly finished: boolean };
}

declare global {
  interface Window {
    readonly IGLOO?: Partial<DeviceCheck>;
  }
}

/**
 * Asks the vendor's script for what it has found. Without a script there is nothing to wait for; a missing answer raises
 * the risk and never stops anybody.
 */
export async function readBlackbox(): Promise<Blackbox> {
  const check = window.IGLOO;
  if (!check?.getBlackbox) return { blackboxState: 'blocked' };
  for (let waited = 0; waited < BLACKBOX_WAIT_MS; waited += LOOK_EVERY_MS) {
    const { blackbox, finished } = check.getBlackbox();
    if (finished && blackbox.length <= BLACKBOX_MAX) return { blackboxState: 'ok', blackbox };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { blackboxState: 'timeout' };
}
