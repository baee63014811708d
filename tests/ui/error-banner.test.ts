// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawError } from '#ui/error-banner/error-banner.ts';

test('a message shows in the page’s language, the next one replaces it, and no message hides the banner', {
  tags: 'spec-8.10',
}, () => {
  document.body.innerHTML =
    '<div class="banner" data-not-allowed="You may not" data-failed="It failed"><button hidden><span></span><span class="sr">Close</span></button></div>';
  const banner = document.querySelector<HTMLElement>('.banner') as HTMLElement;
  const button = banner.querySelector('button') as HTMLButtonElement;
  drawError(banner, 'not-allowed');
  drawError(banner, 'failed');
  expect(button.hidden).toBe(false);
  expect(button.textContent).toBe('It failedClose');
  drawError(banner, null);
  expect(button.hidden).toBe(true);
});
