// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDocument, saveDocument } from '#client-area/data/document-file.ts';
import { replaceEnvironment } from '#stores/environment.ts';

test('a paper of which nothing comes over a lost network is given up: at once when it opens, later when it is saved', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  replaceEnvironment({
    log: () => undefined,
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  });
  onTestFinished(() => void replaceEnvironment({}));
  const close = vi.fn<() => void>();
  vi.spyOn(window, 'open').mockReturnValue({ close } as unknown as Window);
  const [opened, saved] = [vi.fn<(isOpen: boolean) => void>(), vi.fn<(file: Blob | undefined) => void>()];
  openDocument('/api/v1/documents/1/file').then(opened);
  saveDocument('/api/v1/documents/1/file', 'contract.pdf').then(saved);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(opened).toHaveBeenCalledWith(false);
  expect(close).toHaveBeenCalledOnce();
  expect(saved).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(170_000);
  expect(saved).toHaveBeenCalledWith(undefined);
});
