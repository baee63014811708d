import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the heading before a part that is about to be removed, so that the focus is not lost. */
export function focusHeadingBefore(part: Element): void {
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2')];
  const before = headings.filter((each) => part.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_PRECEDING);
  focusOn(before.at(-1));
}

/**
 * Focuses the heading when the step of a screen changes, because the focused element is removed. The ref must be on the
 * element around the steps.
 */
export function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    focusHeading(place.current);
  }, [step]);
  return place;
}

/** Focuses the heading of what has just replaced something else, so that eyes and ears begin there. */
export function focusHeading(within: ParentNode | null = document.querySelector('main')): void {
  focusOn(within?.querySelector<HTMLElement>('h1'));
  window.scrollTo(0, 0);
}

function focusOn(heading: HTMLElement | null | undefined): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
