const PLACES = 'h1, h2, summary';

/**
 * Keeps the focus in its place: when the element that has it is removed, as a button is by its own act, the nearest
 * heading or row before it gets the focus, because at the top of the page the place would have to be found again. Who
 * moves the focus to something better comes first.
 * @returns stops it
 */
export function keepFocus(): () => void {
  let focused: Element | undefined;
  // Before it goes: afterwards nothing says where it was.
  let before: HTMLElement[] = [];

  const noticeFocus = ({ target }: FocusEvent) => {
    const element = target as Element;
    focused = element;
    before = [...(element.closest('main')?.querySelectorAll<HTMLElement>(PLACES) ?? [])].filter(
      (place) => place.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
  };
  // Some browsers send it for a removal too, so it is judged when that is over; a window that loses the focus keeps its
  // active element.
  const noticeBlur = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected && document.activeElement !== focused) focused = undefined;
    });

  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = undefined;
    if (document.activeElement && document.activeElement !== document.body) return;
    before.findLast(takesFocus);
  });
  document.addEventListener('focusin', noticeFocus);
  document.addEventListener('focusout', noticeBlur);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', noticeFocus);
    document.removeEventListener('focusout', noticeBlur);
    observer.disconnect();
  };
}

/** A row is reached by keyboard, a heading only by script. Neither is where it is gone or folded away. */
function takesFocus(place: HTMLElement): boolean {
  if (!place.isConnected) return false;
  if (place.tagName !== 'SUMMARY') place.tabIndex = -1;
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}
