// @vitest-environment happy-dom
import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $openMenu, closeMenus, closeMenusWith, toggleMenu } from '#stores/menus.ts';

let stop = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(window, { innerWidth: 360 });
  stop = $openMenu.listen(() => undefined);
});
afterEach(() => {
  closeMenus();
  stop();
  vi.useRealTimers();
});

test('opening one menu closes the other', () => {
  toggleMenu('mobile');
  toggleMenu('profile');
  expect($openMenu.get()).toBe('profile');
  toggleMenu('mobile');
  expect($openMenu.get()).toBe('mobile');
});

test('the button that opened a menu closes it', () => {
  toggleMenu('profile');
  toggleMenu('profile');
  expect($openMenu.get()).toBeUndefined();
});

test('both close when the route changes', () => {
  const $route = atom('/profile/');
  const unfollow = closeMenusWith($route);
  toggleMenu('profile');
  $route.set('/profile/settings/');
  expect($openMenu.get()).toBeUndefined();
  unfollow();
});

test('the mobile menu closes when the window becomes wide, the profile menu stays', () => {
  const widen = () => {
    Object.assign(window, { innerWidth: 1_280 });
    window.dispatchEvent(new Event('resize'));
    vi.advanceTimersByTime(200);
  };
  toggleMenu('mobile');
  widen();
  expect($openMenu.get()).toBeUndefined();
  toggleMenu('profile');
  window.dispatchEvent(new Event('resize'));
  vi.advanceTimersByTime(200);
  expect($openMenu.get()).toBe('profile');
});
