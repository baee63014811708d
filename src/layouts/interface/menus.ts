import { $openMenu, closeMenu, closeMenus, followFrame, type Menu, openMenu } from '#stores/menus.ts';

/**
 * Adds the rules of product-spec §4 (stores/menus.ts) and the state of the buttons to the header's menus. They are
 * popovers: the browser opens and closes them and restores the focus, also without script. `data-menu` names a menu;
 * the client's is added later, so all events are listened to on the header.
 */
export function startMenus(header: HTMLElement): void {
  const menus = () => header.querySelectorAll<HTMLElement>('[data-menu]');
  // Known before the menu is shown, so that a route which changes at once closes it too: `toggle` comes later.
  header.addEventListener(
    'beforetoggle',
    (event) => {
      const menu = nameOf(event.target as HTMLElement);
      if (menu && (event as ToggleEvent).newState === 'open') openMenu(menu);
    },
    // Captured, because the event does not bubble, and neither does `toggle`.
    true,
  );
  header.addEventListener(
    'toggle',
    ({ target }) => {
      const menu = nameOf(target as HTMLElement);
      if (!menu) return;
      // When it reports that one menu closed, the other may be open already, and must stay so.
      const open = [...menus()].find(isOpen);
      if (open) openMenu(nameOf(open) ?? menu);
      else closeMenu(menu);
    },
    true,
  );
  header.addEventListener('click', ({ target }) => {
    // A link to the same page loads nothing.
    if ((target as Element).closest('[data-menu] a')) closeMenus();
  });
  // A menu that was opened before this script came.
  for (const menu of menus()) if (isOpen(menu)) $openMenu.set(nameOf(menu));
  $openMenu.subscribe((open) => {
    for (const menu of menus()) follow(header, menu, nameOf(menu) === open);
  });
  followFrame();
}

function nameOf({ dataset }: HTMLElement): Menu | undefined {
  return dataset['menu'] as Menu | undefined;
}

/** Tells whether a menu is open. Browsers without popovers do not know the selector. */
function isOpen(menu: HTMLElement): boolean {
  return 'popover' in menu && menu.matches(':popover-open');
}

/** Closes the menu if it must not be open, and sets its button's words. */
function follow(header: HTMLElement, menu: HTMLElement, shallBeOpen: boolean): void {
  if (!shallBeOpen && isOpen(menu)) menu.hidePopover();
  // The browser itself marks at the button whether its menu is open.
  const button = header.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
  const { open, close } = button?.dataset ?? {};
  if (button && open && close) button.ariaLabel = shallBeOpen ? close : open;
}
