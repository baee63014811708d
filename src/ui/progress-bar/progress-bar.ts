/** How the bar stands. */
interface Stand {
  readonly isShown: boolean;
  /** 0 to 100. */
  readonly percent: number;
}

/** Under reduced motion the bar stands still between these, instead of creeping (look §7). */
const JUMP_PERCENT = 25;

/** Draws the bar. Through the style object, which the Content-Security-Policy allows; an attribute it would not. */
export function drawProgress(bar: HTMLElement, { isShown, percent }: Stand): void {
  const jumps = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const shown = jumps && percent < 100 ? Math.max(JUMP_PERCENT, percent - (percent % JUMP_PERCENT)) : percent;
  bar.hidden = !isShown;
  bar.ariaValueNow = String(shown);
  const thread = bar.firstElementChild as HTMLElement;
  thread.style.transform = `scaleX(${shown / 100})`;
}
