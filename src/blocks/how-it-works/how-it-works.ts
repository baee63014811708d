import { $selectedHiwSection } from '#stores/selected-hiw-section.ts';

/** Marks the step that is being read. Call the result to stop. */
export function followSteps(list: HTMLElement): () => void {
  const steps = [...list.children];
  const stop = $selectedHiwSection.listen((selected) => {
    for (const [place, step] of steps.entries()) {
      if (place === selected) step.setAttribute('aria-current', 'step');
      else step.removeAttribute('aria-current');
    }
  });
  const observer = new IntersectionObserver(
    (entries) => {
      const reading = entries.find((entry) => entry.isIntersecting);
      if (reading) $selectedHiwSection.set(steps.indexOf(reading.target));
    },
    // The step that crosses a line a third down the screen, as in the questions.
    { rootMargin: '-33% 0px -66% 0px' },
  );
  for (const step of steps) observer.observe(step);
  return () => {
    stop();
    observer.disconnect();
  };
}
