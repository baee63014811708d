import { atom } from 'nanostores';

/** A success message in the client's language; the frame shows it for a few seconds. */
export const $notice = atom<string | undefined>();

/** Shows a success message on this screen or the next one. */
export function notify(message: string): void {
  $notice.set(message);
}

export function clearNotice(): void {
  $notice.set(undefined);
}
