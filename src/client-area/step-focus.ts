import { type RefObject, useEffect, useRef } from 'react';

/** For a part that goes when it is answered: the heading before it takes the focus that was in it. */
export function focusHeadingBefore(part: Element): void {
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2')];
  const heading = headings
    .filter((each) => part.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_PRECEDING)
    .at(-1);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * For a screen of several steps: when the step changes, its heading takes the focus, as a new screen's would; what had
 * it is gone. The answer goes to the element around the steps.
 */
export function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const heading = place.current?.querySelector<HTMLElement>('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [step]);
  return place;
}
