import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { $isLocked } from '#client-area/private-view.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { useStore } from '../use-store.ts';
import type { ExplainTextKey } from './explain-texts.ts';

interface Props extends Pick<ScreenProps<ExplainTextKey>, 'say'> {
  /** As the dialog's title names it. */
  readonly figure: string;
  /** What is on the screen. */
  readonly shown: ReactNode;
  /** How the figure comes about. */
  readonly children: ReactNode;
}

/** A figure as a button that opens its explanation in a native dialog; Escape and Back close it. */
export function Opened({ figure, shown, children, say }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isLocked = useStore($isLocked);
  return (
    <>
      <button type="button" className="explain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {shown}
        <span className="sr">{`: ${say('explain_open')}`}</span>
        <Icon name="info" />
      </button>
      {isOpen &&
        !isLocked &&
        // Rendered outside the table or list of the figure, whose styles would apply to the dialog; so outside of what
        // the lock takes away, too.
        createPortal(
          <Modal title={say('explain_title', { amount: figure })} onCancel={() => setOpen(false)}>
            {children}
            <button type="button" className="btn line" onClick={() => setOpen(false)}>
              {say('explain_close')}
            </button>
          </Modal>,
          document.body,
        )}
    </>
  );
}
