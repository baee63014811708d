import { atom, onMount, type ReadableAtom } from 'nanostores';
import { $isDesktop } from './viewport.ts';

export type Menu = 'mobile' | 'profile';

/** The menu that is open. One value, so that both cannot be (product-spec §4). */
export const $openMenu = atom<Menu | undefined>();

/** Opens a menu, which closes the other; pressed again, closes it. */
export function toggleMenu(menu: Menu): void {
  $openMenu.set($openMenu.get() === menu ? undefined : menu);
}

export function closeMenus(): void {
  $openMenu.set(undefined);
}

/** Closes the menus whenever the route changes (product-spec §4); the answer stops. */
export function closeMenusWith($route: ReadableAtom): () => void {
  return $route.listen(closeMenus);
}

// The wide header has no mobile menu: one that stayed open would come back with a turn of the phone.
onMount($openMenu, () =>
  $isDesktop.subscribe((isDesktop) => {
    if (isDesktop && $openMenu.get() === 'mobile') closeMenus();
  }),
);
