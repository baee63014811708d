// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { drawProgress } from '#ui/progress-bar/progress-bar.ts';

function draw(percent: number, reducedMotion: boolean, isShown = true): HTMLProgressElement {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: reducedMotion } as MediaQueryList);
  const bar = document.createElement('progress');
  bar.max = 100;
  drawProgress(bar, { isShown, percent });
  return bar;
}

test('the bar grows with the request and goes away with it', () => {
  expect(draw(42, false)).toMatchObject({ hidden: false, value: 42 });
  expect(draw(0, false, false).hidden).toBe(true);
});

test.each([
  [2, 25],
  [26, 25],
  [74, 50],
  [98, 75],
  [100, 100],
])('under reduced motion it jumps: at %d percent it is at %d', (percent, value) => {
  expect(draw(percent, true).value).toBe(value);
});
