/** The result of the device check, or the reason why it is missing (domain 2.4). */
export type Blackbox =
  | { readonly blackboxState: 'ok'; readonly blackbox: string }
  | { readonly blackboxState: 'blocked' | 'timeout' };

/** Timeout of the check; the application then continues without it (domain 2.4). */
export const BLACKBOX_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 250;
/** The maximum the server accepts; the vendor's results are shorter. */
const BLACKBOX_MAX = 8_192;

/** The vendor's script, if the lender has configured it and no ad blocker removed it. */
interface DeviceCheck {
  readonly getBlackbox: () => { readonly blackbox: string; readonly finished: boolean };
}

declare global {
  interface Window {
    readonly IGLOO?: Partial<DeviceCheck>;
  }
}

/**
 * Runs the vendor's check, if its script is there. A missing result raises the risk score but never blocks the
 * application.
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
