import { expect, onTestFinished, test, vi } from 'vitest';
import { rememberScroll, restoreScroll } from '#client-area/frame/scroll-memory.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

const SCREEN_PX = 800;

/** Who waits for the page to grow; happy-dom lays nothing out. */
const watching = new Set<() => void>();
class Watcher {
  readonly onResize: () => void;
  constructor(onResize: () => void) {
    this.onResize = onResize;
  }
  observe(): void {
    watching.add(this.onResize);
  }
  disconnect(): void {
    watching.delete(this.onResize);
  }
}

/** Somebody comes back to a screen that was left at 1500 px. The window scrolls no farther than its page is long. */
function comeBack() {
  vi.useFakeTimers();
  const window = openWindow('http://localhost:4321/en/profile/');
  const page = { heightPx: SCREEN_PX };
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, get: () => page.heightPx });
  vi.stubGlobal('innerHeight', SCREEN_PX);
  vi.stubGlobal('scrollY', 0);
  const scrollTo = (_: number, y: number) => {
    vi.stubGlobal('scrollY', Math.min(y, page.heightPx - SCREEN_PX));
    dispatchEvent(new Event('scroll'));
  };
  Object.assign(window, { scrollTo });
  vi.stubGlobal('ResizeObserver', Watcher);
  history.replaceState({ scrollY: 1500 }, '');
  const stop = rememberScroll();
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  restoreScroll();
  return {
    grow(toPx: number) {
      page.heightPx = toPx;
      for (const onResize of [...watching]) onResize();
    },
    remembered: () => (history.state as { readonly scrollY: number }).scrollY,
  };
}

test('a screen that is come back to is put where it was left once it is long enough; the place is not lost before', () => {
  const screen = comeBack();
  expect(scrollY).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(screen.remembered()).toBe(1500);
  screen.grow(3000);
  expect(scrollY).toBe(1500);
});

test('whoever scrolls meanwhile is left alone', () => {
  const screen = comeBack();
  dispatchEvent(new CustomEvent('wheel'));
  screen.grow(3000);
  expect(scrollY).toBe(0);
});
