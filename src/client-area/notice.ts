import { atom } from 'nanostores';

/** Something that has worked, in the person's language; the frame says it for a few seconds. */
export const $notice = atom<string | undefined>();

/** Says that something has worked, on this screen or the next one. */
export function notify(message: string): void {
  $notice.set(message);
}

export function clearNotice(): void {
  $notice.set(undefined);
}
