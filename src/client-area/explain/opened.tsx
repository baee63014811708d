import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ScreenProps } from '#client-area/screen.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { $isLocked } from '../frame/private-view.tsx';
import { useStore } from '../use-store.ts';
import type { ExplainTextKey } from './explain-texts.ts';

interface Props extends Pick<ScreenProps<ExplainTextKey>, 'say'> {
  /** The figure's name in the dialog's title. */
  readonly figure: string;
  /** The visible button. */
  readonly shown: ReactNode;
  /** The explanation of the figure. */
  readonly children: ReactNode;
}

/**
 * A figure as a button that opens its explanation in a native dialog: Escape and Back close it and return the focus.
 */
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
        // Rendered outside the table or list of the figure, because their styles would apply to the dialog; and so
        // outside of the part that the lock removes, too.
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
