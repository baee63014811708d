import { atom, onMount, type ReadableAtom } from 'nanostores';
import { $isDesktop } from './viewport.ts';

export type Menu = 'mobile' | 'profile';

/** The open menu. One value, so that only one can be open (product-spec §4). */
export const $openMenu = atom<Menu | undefined>();

/** Opens a menu and closes the other; closes it if it is open. */
export function toggleMenu(menu: Menu): void {
  $openMenu.set($openMenu.get() === menu ? undefined : menu);
}

export function closeMenus(): void {
  $openMenu.set(undefined);
}

/** Closes the menus when the route changes (product-spec §4). Call the result to stop. */
export function closeMenusWith($route: ReadableAtom): () => void {
  return $route.listen(closeMenus);
}

// The wide header has no mobile menu: an open one is closed, or it would reappear when the phone is rotated.
onMount($openMenu, () =>
  $isDesktop.subscribe((isDesktop) => {
    if (isDesktop && $openMenu.get() === 'mobile') closeMenus();
  }),
);
