/** The elements that a press acts on. */
const CONTROL = 'a, button, input, select, textarea, summary';

/**
 * Holds presses to what they are meant for: the second click of a double one is dropped when something else has come
 * under the finger meanwhile, and an Enter that is held down acts once, because each repeat would be another try of a
 * code. Call the result to stop.
 */
export function pressOnce(): () => void {
  let pressed: Element | null | undefined;
  const onClick = (event: MouseEvent) => {
    // An extension may send the document itself a click.
    const target = event.target as Partial<Element>;
    // A label presses its field with a click of its own.
    const control = target.closest?.('label')?.control ?? target.closest?.(CONTROL);
    if (event.detail < 2 || control === pressed) pressed = control;
    else {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isLine = (event.target as Partial<Element>).matches?.('textarea');
    if (event.key === 'Enter' && event.repeat && !isLine) event.preventDefault();
  };
  document.addEventListener('click', onClick, true);
  document.addEventListener('keydown', onKeyDown, true);
  return () => {
    document.removeEventListener('click', onClick, true);
    document.removeEventListener('keydown', onKeyDown, true);
  };
}
