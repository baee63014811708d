import { $openMenu, closeMenu, closeMenus, followFrame, type Menu, openMenu } from '#stores/menus.ts';

/**
 * The header's menus are popovers: the browser opens and closes them and restores the focus, also without script. This
 * adds the rules of product-spec §4 (stores/menus.ts) and the state of the buttons. `data-menu` names a menu; the
 * client's is added later, so all is listened to on the header.
 */
export function startMenus(header: HTMLElement): void {
  const menus = () => header.querySelectorAll<HTMLElement>('[data-menu]');
  // Known before it is shown, so that a route which changes at once closes it too: `toggle` comes later.
  header.addEventListener(
    'beforetoggle',
    (event) => {
      const menu = nameOf(event.target as HTMLElement);
      if (menu && (event as ToggleEvent).newState === 'open') openMenu(menu);
    },
    // It does not bubble, as a toggle does not.
    true,
  );
  header.addEventListener(
    'toggle',
    ({ target }) => {
      const menu = nameOf(target as HTMLElement);
      if (!menu) return;
      // While it says that one closed, the other one may be open already, and must stay so.
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
  // One that was opened before this script came.
  for (const menu of menus()) if (isOpen(menu)) $openMenu.set(nameOf(menu));
  $openMenu.subscribe((open) => {
    for (const menu of menus()) follow(header, menu, nameOf(menu) === open);
  });
  followFrame();
}

function nameOf({ dataset }: HTMLElement): Menu | undefined {
  return dataset['menu'] as Menu | undefined;
}

/** Browsers without popovers do not know the selector. */
function isOpen(menu: HTMLElement): boolean {
  return 'popover' in menu && menu.matches(':popover-open');
}

/** Closes the menu if it must not be open, and sets what its button says. */
function follow(header: HTMLElement, menu: HTMLElement, shallBeOpen: boolean): void {
  if (!shallBeOpen && isOpen(menu)) menu.hidePopover();
  // Whether it is open the browser itself says at the button.
  const button = header.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
  const { open, close } = button?.dataset ?? {};
  if (button && open && close) button.ariaLabel = shallBeOpen ? close : open;
}
