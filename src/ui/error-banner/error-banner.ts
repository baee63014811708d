/** Shows the banner's message of this name (`not-allowed` is `data-not-allowed`); null hides it. */
export function drawError(banner: HTMLElement, message: string | null): void {
  const button = banner.querySelector('button') as HTMLButtonElement;
  (button.querySelector('span') as HTMLElement).textContent = message && banner.getAttribute(`data-${message}`);
  button.hidden = message === null;
}
