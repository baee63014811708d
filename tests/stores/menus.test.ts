// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $openMenu, closeMenu, closeMenus, followFrame, openMenu } from '#stores/menus.ts';

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(window, { innerWidth: 360 });
  followFrame();
});
afterEach(() => {
  closeMenus();
  vi.useRealTimers();
});

test('opening one menu closes the other', { tags: ['spec-2.28', 'spec-4.9'] }, () => {
  openMenu('mobile');
  openMenu('profile');
  expect($openMenu.get()).toBe('profile');
  openMenu('mobile');
  expect($openMenu.get()).toBe('mobile');
});

test('a menu that closes because the other one opened does not close that one', () => {
  openMenu('mobile');
  openMenu('profile');
  closeMenu('mobile');
  expect($openMenu.get()).toBe('profile');
  closeMenu('profile');
  expect($openMenu.get()).toBeUndefined();
});

test('both close when the route changes', { tags: 'spec-4.9' }, () => {
  openMenu('profile');
  document.dispatchEvent(new CustomEvent('manay:route', { detail: 'profile/settings' }));
  expect($openMenu.get()).toBeUndefined();
});

test('the mobile menu closes when the window becomes wide, the profile menu stays', () => {
  const widen = () => {
    Object.assign(window, { innerWidth: 1_280 });
    window.dispatchEvent(new Event('resize'));
    vi.advanceTimersByTime(200);
  };
  openMenu('mobile');
  widen();
  expect($openMenu.get()).toBeUndefined();
  openMenu('profile');
  window.dispatchEvent(new Event('resize'));
  vi.advanceTimersByTime(200);
  expect($openMenu.get()).toBe('profile');
});
