// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { $errorMessage, clearError, showError } from '#stores/error-banner.ts';

afterEach(clearError);

test('a message reaches the banner of the page', { tags: 'spec-3.40' }, () => {
  const banner = vi.fn();
  document.addEventListener('manay:error', (event) => banner(event.detail), { once: true });
  showError('failed');
  expect($errorMessage.get()).toBe('failed');
  expect(banner).toHaveBeenCalledExactlyOnceWith('failed');
});

test('clicking the banner, which the page tells, clears the message', { tags: 'spec-8.10' }, () => {
  showError('failed');
  document.dispatchEvent(new CustomEvent('manay:error', { detail: null }));
  expect($errorMessage.get()).toBeUndefined();
});

test('a message from before the banner was there is said when it is', () => {
  showError('failed');
  const banner = vi.fn();
  document.addEventListener('manay:error', (event) => banner(event.detail), { once: true });
  document.dispatchEvent(new Event('manay:frame-ready'));
  expect(banner).toHaveBeenCalledExactlyOnceWith('failed');
});

test('a message that is named is taken away, and no other one', () => {
  showError('not-allowed');
  clearError('failed');
  expect($errorMessage.get()).toBe('not-allowed');
  clearError('not-allowed');
  expect($errorMessage.get()).toBeUndefined();
});
