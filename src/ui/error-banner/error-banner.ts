/**
 * Shows a message; null hides the banner. A message may be the name of one that the banner contains in the page's
 * language: `not-allowed` is `data-not-allowed`.
 */
export function drawError(banner: HTMLElement, message: string | null): void {
  const button = banner.querySelector('button') as HTMLButtonElement;
  const known = message === null ? null : banner.getAttribute(`data-${message.replace(/[^a-z-]/g, '')}`);
  (button.querySelector('span') as HTMLElement).textContent = known ?? message;
  button.hidden = message === null;
}
