import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Escape was pressed, or Back on a phone. Without it the dialog stays until one of its buttons is pressed. */
  readonly onCancel?: (() => void) | undefined;
  /** It interrupts and needs an answer. */
  readonly isAlert?: boolean;
}

/**
 * A native dialog: the browser keeps the focus inside, makes the rest inert, and gives the focus back at the end. It is
 * open as long as it is there.
 */
export function Modal({ title, children, onCancel, isAlert = false }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    // A press that was meant for the page behind must not answer the dialog.
    if (!isAlert) element?.querySelector('h2')?.focus();
    return () => {
      element?.close();
      // The element goes with React before the browser gives the focus back by itself.
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
