/**
 * The phone menu is a popover: the browser opens and closes it and restores the focus, also without script. The
 * script only sets the button's state, and closes the menu when a link leads to the same page.
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
