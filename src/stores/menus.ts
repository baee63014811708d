import { atom } from 'nanostores';
import type {} from './frame-events.ts';
import { $viewport, followViewport, isDesktop } from './viewport.ts';

export type Menu = 'mobile' | 'profile';

/** The open menu. One value, so that only one can be open (product-spec §4). */
export const $openMenu = atom<Menu | undefined>();

/** Opens a menu; the other one closes. */
export function openMenu(menu: Menu): void {
  $openMenu.set(menu);
}

/** Closes one menu; the other one stays as it is. */
export function closeMenu(menu: Menu): void {
  if ($openMenu.get() === menu) closeMenus();
}

export function closeMenus(): void {
  $openMenu.set(undefined);
}

/** Closes menus with what happens around them. */
export function followFrame(): void {
  // Both close when the route changes (product-spec §4).
  document.addEventListener('manay:route', closeMenus);
  followViewport();
  // The wide header has no mobile menu: an open one is closed, or it would reappear when the phone is rotated.
  $viewport.subscribe((viewport) => {
    if (isDesktop(viewport)) closeMenu('mobile');
  });
}
