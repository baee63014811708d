import { startChunkGuard } from './chunk-failure.ts';

/**
 * The only part of the interface that runs at once: everything else stands in a template, script and all, and comes into
 * the page when it is idle, so that nothing competes with the first paint and the calculator.
 */
export function beginInterface(template: HTMLTemplateElement): void {
  // A second call finds the template empty.
  const unfold = () => document.body.append(template.content);
  startChunkGuard(() => {
    unfold();
    document.querySelector<HTMLElement>('.chunk-failure')?.removeAttribute('hidden');
  });
  addEventListener('load', () => {
    // Safari has no `requestIdleCallback`; two seconds after loading, nobody waits any more either.
    if ('requestIdleCallback' in window) requestIdleCallback(unfold, { timeout: 10_000 });
    else setTimeout(unfold, 2_000);
  });
}
