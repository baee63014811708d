// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COPIED_MS, startCopyButtons } from '#ui/copy-button/copy-button.ts';

const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard });
  clipboard.writeText.mockResolvedValue();
  const button = document.createElement('button');
  button.dataset['copy'] = '002 191 000012345678 52';
  button.dataset['copied'] = 'Copiado';
  button.hidden = true;
  document.body.replaceChildren(button);
  startCopyButtons(document);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const button = () => document.querySelector('button') as HTMLButtonElement;
const said = () => document.querySelector('[role=status]')?.textContent;

test('the button appears only once it can copy', () => {
  expect(button().hidden).toBe(false);
});

test('a press copies the number, says so for 1,8 seconds, and tells screen readers', {
  tags: ['spec-2.39', 'spec-9.4'],
}, async () => {
  button().click();
  await vi.advanceTimersByTimeAsync(0);
  expect(clipboard.writeText).toHaveBeenCalledWith('002 191 000012345678 52');
  expect(button().classList.contains('done')).toBe(true);
  expect(said()).toBe('Copiado: 002 191 000012345678 52');

  await vi.advanceTimersByTimeAsync(COPIED_MS - 1);
  expect(button().classList.contains('done')).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(button().classList.contains('done')).toBe(false);
  expect(said()).toBe('');
});

test('when the browser refuses, nothing is claimed', async () => {
  clipboard.writeText.mockRejectedValue(new Error('not allowed'));
  button().click();
  await vi.advanceTimersByTimeAsync(0);
  expect(button().classList.contains('done')).toBe(false);
  expect(said()).toBe('');
});
