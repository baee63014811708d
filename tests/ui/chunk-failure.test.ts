// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { startChunkGuard } from '#ui/feedback/chunk-failure.ts';

const explain = vi.fn();
const reload = vi.fn();

startChunkGuard(explain, reload);

function failIsland(): boolean {
  return document.dispatchEvent(new Event('astro:hydration-error', { cancelable: true, bubbles: true }));
}

beforeEach(() => {
  vi.restoreAllMocks();
  explain.mockClear();
  reload.mockClear();
  sessionStorage.clear();
});

test('a part that does not load reloads the page, and nothing is reported', { tags: 'spec-8.8' }, () => {
  expect(failIsland()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  expect(explain).not.toHaveBeenCalled();
});

test('a part imported later counts as well', () => {
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  expect(reload).toHaveBeenCalledOnce();
});

test('when the reload did not help, the page says so and stays', () => {
  failIsland();
  expect(failIsland()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  expect(explain).toHaveBeenCalledOnce();
});

test('who asks for a reload that may not be says itself what is missing, and the banner does not', () => {
  failIsland();
  explain.mockClear();
  reload.mockClear();
  expect(window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  expect(explain).not.toHaveBeenCalled();
});

test('without network the page is not taken away', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  failIsland();
  expect(reload).not.toHaveBeenCalled();
  expect(explain).toHaveBeenCalledOnce();
});

test('a browser that keeps nothing is never reloaded: it could not be told when to stop', () => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  failIsland();
  expect(reload).not.toHaveBeenCalled();
  expect(explain).toHaveBeenCalledOnce();
});
