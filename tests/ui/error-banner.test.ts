// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawError } from '#ui/error-banner/error-banner.ts';

test('a message shows, the next one replaces it, and none hides the banner', () => {
  document.body.innerHTML =
    '<div class="banner"><button hidden><span></span><span class="sr">Close</span></button></div>';
  const banner = document.querySelector<HTMLElement>('.banner') as HTMLElement;
  const button = banner.querySelector('button') as HTMLButtonElement;
  drawError(banner, 'No network');
  drawError(banner, 'We could not send it');
  expect(button.hidden).toBe(false);
  expect(button.textContent).toBe('We could not send itClose');
  drawError(banner, null);
  expect(button.hidden).toBe(true);
});
