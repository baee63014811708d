import { atom } from 'nanostores';
import type {} from './frame-events.ts';

/** What went wrong, in the person's language; undefined when there is nothing to say (product-spec §3, errorMessage). */
export const $errorMessage = atom<string | undefined>();

/** Shows a message in the banner of the page until it is clicked. */
export function showError(message: string): void {
  $errorMessage.set(message);
}

export function clearError(): void {
  $errorMessage.set(undefined);
}

// The banner belongs to the page's frame, which also clears it (see frame-events.ts).
const announce = () => document.dispatchEvent(new CustomEvent('manay:error', { detail: $errorMessage.get() ?? null }));
$errorMessage.listen(announce);
if (typeof document !== 'undefined') {
  document.addEventListener('manay:error', ({ detail }) => {
    if (detail === null) clearError();
  });
  // The frame comes when the page is idle: what was said before is said again.
  document.addEventListener('manay:frame-ready', () => {
    if ($errorMessage.get() !== undefined) announce();
  });
}
