/** The island's entry on a page: hands it to the card's own script, which shares no module with it. */
import { startIsland } from './island.tsx';

declare global {
  interface DocumentEventMap {
    'manay:calculator': CustomEvent<typeof startIsland>;
  }
}

document.dispatchEvent(new CustomEvent('manay:calculator', { detail: startIsland }));
