import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { $hasNetwork } from '#stores/online.ts';
import { useStore } from '../use-store.ts';
import type { ProfileTextKey } from './texts.ts';

/** Loaded when it is opened: most visits to a loan end without paying. */
const Sheet = lazy(() => import('./pay-sheet.tsx').then((module) => ({ default: module.PaySheet })));

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly loanNumber: string;
  readonly look: string;
  readonly label: string;
  /** Opens the sheet; otherwise, and in a new tab, the payment screen. */
  readonly hasSheet: boolean;
  /** Loads the loan again. */
  readonly reload: () => void;
}

/** The way to pay: a sheet for clients who have paid before, else the payment screen. */
export function PayLink({ loanNumber, look, label, hasSheet, reload, say }: Props) {
  const hasNetwork = useStore($hasNetwork);
  const [isOpen, setOpen] = useState(false);
  const isOutOfDate = useRef(false);
  const open = (event: MouseEvent) => {
    if (!hasSheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    // Not before: the loan loaded again may have no link, and would take the sheet away.
    if (isOutOfDate.current) reload();
    isOutOfDate.current = false;
  };
  return (
    <>
      {/* The frame says that paying works again with a network; an open sheet says so itself. */}
      {(hasNetwork || isOpen) && (
        <a className={look} href={screenHref('profile-components-payment-repay-loan')} onClick={open}>
          {label}
        </a>
      )}
      {isOpen && (
        <Suspense>
          <Sheet
            loanNumber={loanNumber}
            onClose={close}
            onOutOfDate={() => {
              isOutOfDate.current = true;
            }}
            say={say}
          />
        </Suspense>
      )}
    </>
  );
}
