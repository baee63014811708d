import { createElement as h } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';

afterEach(() => document.body.replaceChildren());

/** A page whose focus is kept. */
async function openPage() {
  openWindow();
  vi.resetModules();
  const { createRoot } = await import('react-dom/client');
  const { flushSync } = await import('react-dom');
  const { keepFocus } = await import('#client-area/frame/kept-focus.ts');
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main);
  const stop = keepFocus();
  onTestFinished(() => {
    stop();
    root.unmount();
  });
  const show = async (part: string, { at }: { readonly at?: string } = {}) => {
    flushSync(() => root.render(page(part)));
    if (at) main.querySelector<HTMLElement>(at)?.focus();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return document.activeElement;
  };
  return { main, show };
}

function page(part: string) {
  return [
    h('h1', { key: 'h1' }, 'Settings'),
    h(
      'details',
      { key: 'row', open: true },
      h('summary', null, 'Devices'),
      part.includes('row') && h('button', { id: 'row', type: 'button' }),
    ),
    h('h2', { key: 'h2' }, 'Closing'),
    part.includes('note') &&
      h('section', { key: 'note' }, h('h2', null, 'Your account closes'), h('button', { id: 'note', type: 'button' })),
    part.includes('form') && h('input', { key: 'form', id: 'form' }),
    h('h2', { key: 'after' }, 'Log'),
  ];
}

test('when the button that was pressed goes, the nearest heading or row before it that is still there has the focus', async () => {
  const { main, show } = await openPage();
  expect((await show('note', { at: '#note' }))?.id).toBe('note');
  expect((await show(''))?.textContent).toBe('Closing');
  expect((await show('row', { at: '#row' }))?.id).toBe('row');
  expect(await show('')).toBe(main.querySelector('summary'));
  expect(main.querySelector('summary')?.hasAttribute('tabindex')).toBe(false);
});

test('the focus is not moved where it was put on something else, or was nowhere', async () => {
  const { show } = await openPage();
  await show('note form', { at: '#note' });
  expect((await show('note form', { at: '#form' }))?.id).toBe('form');
  expect((await show('form'))?.id).toBe('form');
  (document.activeElement as HTMLElement).blur();
  await new Promise((resolve) => setTimeout(resolve));
  expect(await show('')).toBe(document.body);
});
