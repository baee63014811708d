import { atom } from 'nanostores';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useStore } from '../use-store.ts';

/**
 * True: the session has ended for inactivity, and its client has not proved their identity again
 * (`proof/questions.tsx`).
 */
export const $isLocked = atom(false);

/**
 * A screen that leaves the page while the session is locked: the page then does not contain amounts (domain 2.1.1), and
 * what was typed is still in its place afterwards. React goes on with the part that was taken out.
 */
export function PrivateView({ children }: { readonly children: ReactNode }) {
  const isLocked = useStore($isLocked);
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const leftAt = useRef<number>(undefined);
  // When the lock comes, the question for a proof has the focus already.
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const part = box.current as HTMLDivElement;
    if (isLocked) {
      leftAt.current = window.scrollY;
      part.remove();
      return;
    }
    if (leftAt.current === undefined) return;
    place.current?.append(part);
    // The browser forgets that a dialog was modal when it leaves the page; one that came meanwhile could not open.
    for (const dialog of part.querySelectorAll<HTMLDialogElement>('dialog.modal')) {
      dialog.removeAttribute('open');
      dialog.showModal();
    }
    focused.current?.focus({ preventScroll: true });
    window.scrollTo(0, leftAt.current);
  }, [isLocked]);
  return (
    <div ref={place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it remembers where the focus was */}
      <div
        ref={box}
        onFocus={({ target }) => {
          focused.current = target;
        }}
      >
        {children}
      </div>
    </div>
  );
}
