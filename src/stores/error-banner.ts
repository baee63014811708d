import { atom } from 'nanostores';
import type { FrameMessage } from './frame-events.ts';

/** The message of the banner; undefined while it is hidden (product-spec §3, errorMessage). */
export const $errorMessage = atom<FrameMessage | undefined>();

/** Shows a message in the page's banner until it is clicked, or no longer true. */
export function showError(message: FrameMessage): void {
  $errorMessage.set(message);
}

/** Clears the message; with one named, only that one. */
export function clearError(message = $errorMessage.get()): void {
  if ($errorMessage.get() === message) $errorMessage.set(undefined);
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
  // The message was about the screen before.
  document.addEventListener('manay:route', () => clearError());
  // The frame's script loads when the page is idle: the message is sent again then.
  document.addEventListener('manay:frame-ready', () => {
    if ($errorMessage.get() !== undefined) announce();
  });
}
