import { atom, type WritableAtom } from 'nanostores';
import type { ReactNode } from 'react';

/** The view of a signed-in client in a calculator's place. */
interface ClientView {
  /** The calculator's id (card-model.ts). */
  readonly card: string;
  readonly view: ReactNode;
}

declare global {
  /**
   * One atom for the page, because the island and the client area have copies of this module (client-area-build.mjs).
   */
  var clientView: WritableAtom<ClientView | undefined> | undefined;
}

globalThis.clientView ??= atom<ClientView | undefined>();
/** The view: set by the client area (client-area/calculator/embed.tsx), shown by the island. */
export const $clientView = globalThis.clientView;
