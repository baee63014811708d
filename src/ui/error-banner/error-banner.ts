/**
 * Shows a message by its name; null hides the banner. The banner contains the messages in the page's language:
 * `not-allowed` is `data-not-allowed`.
 */
export function drawError(banner: HTMLElement, message: string | null): void {
  const button = banner.querySelector('button') as HTMLButtonElement;
  (button.querySelector('span') as HTMLElement).textContent = message && banner.getAttribute(`data-${message}`);
  button.hidden = message === null;
}
