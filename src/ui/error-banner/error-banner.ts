/** Shows a message; null hides the banner. */
export function drawError(banner: HTMLElement, message: string | null): void {
  const button = banner.querySelector('button') as HTMLButtonElement;
  (button.querySelector('span') as HTMLElement).textContent = message;
  button.hidden = message === null;
}
