import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Called for Escape, or Back on a phone. Without it only the dialog's buttons close it. */
  readonly onCancel?: (() => void) | undefined;
  /** An interruption that needs an answer. */
  readonly isAlert?: boolean;
}

/**
 * A native dialog, open while it is mounted: the browser traps the focus, makes the rest inert, and restores the focus.
 */
export function Modal({ title, children, onCancel, isAlert = false }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    // While the screen is locked the dialog is not in the page (client-area/frame/private-view.tsx opens it afterwards).
    if (element?.isConnected && !element.open) element.showModal();
    // The title gets the focus: a key press meant for the page must not activate a button.
    if (!isAlert) element?.querySelector('h2')?.focus();
    return () => {
      element?.close();
      // React removes the element before the browser would restore the focus.
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isAlert]);
  return (
    <dialog
      ref={dialog}
      className="modal"
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={isAlert ? `${id}body` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
    >
      <div className="weave fine up" aria-hidden="true" />
      <div className="inside stack">
        <h2 className="h3" id={`${id}title`} tabIndex={-1}>
          {title}
        </h2>
        <div className="stack" id={`${id}body`}>
          {children}
        </div>
      </div>
    </dialog>
  );
}
