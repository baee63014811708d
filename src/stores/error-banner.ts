import { atom } from 'nanostores';
import { type FrameMessage, NOT_ALLOWED } from './frame-events.ts';

/** The error message in the client's language; undefined when there is none (product-spec §3, errorMessage). */
export const $errorMessage = atom<string | undefined>();

/** Shows a message in the page's banner until it is clicked. */
export function showError(message: string): void {
  $errorMessage.set(message);
}

/** The message of a 403 (product-spec §8): every page with a banner has it in its language. */
export function showNotAllowed(): void {
  $errorMessage.set(NOT_ALLOWED);
}

export function clearError(): void {
  $errorMessage.set(undefined);
}

// The banner is part of the page's frame, which also clears it (see frame-events.ts).
const announce = () => {
  const detail: FrameMessage | null = $errorMessage.get() ?? null;
  document.dispatchEvent(new CustomEvent('manay:error', { detail }));
};
$errorMessage.listen(announce);
if (typeof document !== 'undefined') {
  document.addEventListener('manay:error', ({ detail }) => {
    if (detail === null) clearError();
  });
  // The frame's script loads when the page is idle: the message is sent again then.
  document.addEventListener('manay:frame-ready', () => {
    if ($errorMessage.get() !== undefined) announce();
  });
}
