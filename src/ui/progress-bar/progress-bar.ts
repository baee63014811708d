/** The state of the bar. */
interface Stand {
  readonly isShown: boolean;
  /** 0 to 100. */
  readonly percent: number;
}

/** With reduced motion the bar jumps in these steps (look §7). */
const JUMP_PERCENT = 25;

/** Draws the bar. */
export function drawProgress(bar: HTMLProgressElement, { isShown, percent }: Stand): void {
  const jumps = matchMedia('(prefers-reduced-motion: reduce)').matches;
  bar.hidden = !isShown;
  bar.value = jumps && percent < 100 ? Math.max(JUMP_PERCENT, percent - (percent % JUMP_PERCENT)) : percent;
}
