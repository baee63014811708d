// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { $errorMessage, clearError, showError } from '#stores/error-banner.ts';

afterEach(clearError);

test('a message reaches the banner of the page', () => {
  const banner = vi.fn();
  document.addEventListener('manay:error', (event) => banner(event.detail), { once: true });
  showError('We could not send it');
  expect($errorMessage.get()).toBe('We could not send it');
  expect(banner).toHaveBeenCalledExactlyOnceWith('We could not send it');
});

test('clicking the banner, which the page tells, clears the message', () => {
  showError('We could not send it');
  document.dispatchEvent(new CustomEvent('manay:error', { detail: null }));
  expect($errorMessage.get()).toBeUndefined();
});

test('a message from before the banner was there is said when it is', () => {
  showError('We could not send it');
  const banner = vi.fn();
  document.addEventListener('manay:error', (event) => banner(event.detail), { once: true });
  document.dispatchEvent(new Event('manay:frame-ready'));
  expect(banner).toHaveBeenCalledExactlyOnceWith('We could not send it');
});
