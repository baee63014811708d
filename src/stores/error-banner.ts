import { atom } from 'nanostores';
import { type FrameMessage, NOT_ALLOWED } from './frame-events.ts';

/** What went wrong, in the person's language; undefined when there is nothing to say (product-spec §3, errorMessage). */
export const $errorMessage = atom<string | undefined>();

/** Shows a message in the banner of the page until it is clicked. */
export function showError(message: string): void {
  $errorMessage.set(message);
}

/** The notification of a 403 (product-spec §8): every page with a banner knows it in its language. */
export function showNotAllowed(): void {
  $errorMessage.set(NOT_ALLOWED);
}

export function clearError(): void {
  $errorMessage.set(undefined);
}

// The banner belongs to the page's frame, which also clears it (see frame-events.ts).
const announce = () => {
  const detail: FrameMessage | null = $errorMessage.get() ?? null;
  document.dispatchEvent(new CustomEvent('manay:error', { detail }));
};
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
