// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { followSteps } from '#blocks/how-it-works/how-it-works.ts';
import { $selectedHiwSection } from '#stores/selected-hiw-section.ts';

test('the step that is being read is marked, one at a time, and is the state of the page', {
  tags: 'spec-3.40',
}, () => {
  let arrive: (step: Element) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
        arrive = (target) => tell([{ isIntersecting: true, target }]);
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  document.body.innerHTML = '<ol><li>Calcula</li><li>Cuéntanos</li><li>Firma</li></ol>';
  const list = document.querySelector('ol') as HTMLElement;
  const stop = followSteps(list);
  const marked = () =>
    [...list.children].filter((step) => step.getAttribute('aria-current') === 'step').map((step) => step.textContent);
  expect(marked()).toEqual([]);
  for (const [place, step] of [...list.children].entries()) {
    arrive(step);
    expect($selectedHiwSection.get()).toBe(place);
    expect(marked()).toEqual([step.textContent]);
  }
  stop();
  vi.unstubAllGlobals();
});
