import { createElement, Fragment, type ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';

/** A screen that the inactivity lock takes away and gives back. */
async function openScreen() {
  const window = openWindow();
  vi.resetModules();
  const { createRoot } = await import('react-dom/client');
  const { flushSync } = await import('react-dom');
  const { $isLocked, PrivateView } = await import('#client-area/frame/private-view.tsx');
  const { Modal } = await import('#ui/modal/modal.tsx');
  const element = window.HTMLDialogElement.prototype;
  const showModal = element.showModal;
  // As browsers do.
  element.showModal = function show(this: typeof element) {
    if (!this.isConnected || this.open) throw new Error('InvalidStateError');
    showModal.call(this);
  };
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main);
  onTestFinished(() => root.unmount());
  const show = async (...children: ReactNode[]) => {
    flushSync(() => root.render(createElement(PrivateView, null, createElement(Fragment, null, ...children))));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const lock = async (isLocked: boolean) => {
    flushSync(() => $isLocked.set(isLocked));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { main, show, lock, modal: createElement(() => Modal({ title: 'Received', children: null })) };
}

test('a window that opens while the screen is locked opens when it is back', async () => {
  const { main, show, lock, modal } = await openScreen();
  await show('My loans');
  await lock(true);
  await show('My loans', modal);
  expect(main.textContent).toBe('');
  await lock(false);
  expect(main.textContent).toContain('My loans');
  expect(main.querySelector('dialog')?.open).toBe(true);
});

test('after the lock the page is where it was, and so is the focus', async () => {
  const { main, show, lock } = await openScreen();
  await show(createElement('input', { key: 'first' }), createElement('input', { key: 'second' }));
  const second = main.querySelectorAll('input')[1];
  second?.focus();
  window.scrollTo(0, 300);
  // The question for a proof has the focus already when the screen goes.
  second?.blur();
  await lock(true);
  // The page is too short then.
  window.scrollTo(0, 0);
  await lock(false);
  expect(window.scrollY).toBe(300);
  expect(document.activeElement).toBe(second);
});
