/**
 * The phone menu is a popover: opening, Escape, closing on a tap outside and moving the focus back are the browser's,
 * and it opens without script. What is left: tell the button's state, and close when a link leads to this same page.
 */
export function startMenu(menu: HTMLElement, button: HTMLButtonElement): void {
  const openLabel = button.ariaLabel ?? '';
  const closeLabel = button.dataset['close'] ?? openLabel;

  menu.addEventListener('toggle', (event) => {
    const isOpen = (event as ToggleEvent).newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
    button.ariaLabel = isOpen ? closeLabel : openLabel;
  });
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) menu.hidePopover?.();
  });
}
