import { expect, test } from 'vitest';
import { loadAsked, loadUnasked } from '#client-area/data/load-unasked.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

/** Reports a chunk that is gone, as Vite does before its `import()` fails. @returns whether the page may reload */
const missing = () => {
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  addEventListener('vite:preloadError', hear);
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  removeEventListener('vite:preloadError', hear);
  return isHeard;
};

test('what nobody waits for reloads no page when it fails, and what somebody waits for does', async () => {
  openWindow();
  let mayReload: boolean | undefined;
  const failed = loadUnasked(() => {
    mayReload = missing();
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  });
  expect([await failed, mayReload]).toEqual([undefined, false]);
  expect(missing()).toBe(true);
  const slow = loadUnasked(() => new Promise((resolve) => setTimeout(() => resolve('loaded'), 5)));
  expect(missing()).toBe(false);
  loadAsked();
  expect(missing()).toBe(true);
  expect(await slow).toBe('loaded');
});
