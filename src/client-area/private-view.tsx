import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** The session has ended for inactivity, until its client proves who they are again (`proof/questions.tsx`). */
export const $isLocked = atom(false);

/**
 * A screen that leaves the page while the session is locked: the page holds no amounts then (domain 2.1.1), and what was
 * typed is still there afterwards, where it was.
 */
export function PrivateView({ children }: { readonly children: ReactNode }) {
  const isLocked = useStore($isLocked);
  const place = useRef<HTMLDivElement>(null);
  const leftAt = useRef<number>(undefined);
  // When the lock comes, the question for a proof has the focus already.
  const focused = useRef<HTMLElement>(null);
  const [box] = useState(() => {
    const element = document.createElement('div');
    element.addEventListener('focusin', ({ target }) => {
      focused.current = target as HTMLElement;
    });
    return element;
  });
  useLayoutEffect(() => {
    if (isLocked) return;
    place.current?.append(box);
    // The browser forgets that a dialog was modal when it leaves the page; one that came meanwhile could not open.
    for (const dialog of box.querySelectorAll<HTMLDialogElement>('dialog.modal')) {
      dialog.removeAttribute('open');
      dialog.showModal();
    }
    if (leftAt.current !== undefined) {
      focused.current?.focus({ preventScroll: true });
      window.scrollTo(0, leftAt.current);
    }
    return () => {
      leftAt.current = window.scrollY;
      box.remove();
    };
  }, [isLocked, box]);
  return (
    <>
      <div ref={place} />
      {createPortal(children, box)}
    </>
  );
}
