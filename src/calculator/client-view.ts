import { atom, type WritableAtom } from 'nanostores';
import type { ReactNode } from 'react';

/** What a signed-in client sees in a calculator's place. */
interface ClientView {
  /** The calculator's id (card-model.ts). */
  readonly card: string;
  readonly view: ReactNode;
}

declare global {
  /** One for the page: the island and the client area have copies of this module (client-area-build.mjs). */
  var clientView: WritableAtom<ClientView | undefined> | undefined;
}

globalThis.clientView ??= atom<ClientView | undefined>();
/** Said by the client area (client-area/calculator/embed.tsx), shown by the island. */
export const $clientView = globalThis.clientView;
