import { atom } from 'nanostores';
import type { Progress } from './frame-events.ts';

/** A faster response shows no bar at all (product-spec §9). */
export const THROTTLE_MS = 200;
/** The bar fills within this time while the response is awaited (product-spec §9). */
export const DURATION_MS = 5000;
/** The full bar is shown this long (product-spec §9). */
export const HIDE_MS = 500;
const STEP_MS = 100;
const STEP_PERCENT = (100 * STEP_MS) / DURATION_MS;
/** The bar never fills up before the response: full means done. */
const WAITING_PERCENT = 100 - STEP_PERCENT;

const IDLE: Progress = { isShown: false, percent: 0 };

/** The page's progress bar: one for all foreground requests. */
export const $progress = atom<Progress>(IDLE);

let pending = 0;
let running: ReturnType<typeof setTimeout> | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Registers a request with the bar; call the result when it has ended. */
export function beginRequest(): () => void {
  pending += 1;
  if (pending === 1) running = setTimeout(show, THROTTLE_MS);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    pending -= 1;
    if (pending === 0) finish();
  };
}

function show(): void {
  clearTimeout(hiding);
  $progress.set({ isShown: true, percent: STEP_PERCENT });
  running = setTimeout(step, STEP_MS);
}

function step(): void {
  const { percent } = $progress.get();
  if (percent >= WAITING_PERCENT) return;
  $progress.set({ isShown: true, percent: percent + STEP_PERCENT });
  running = setTimeout(step, STEP_MS);
}

function finish(): void {
  clearTimeout(running);
  if (!$progress.get().isShown) return;
  clearTimeout(hiding);
  $progress.set({ isShown: true, percent: 100 });
  hiding = setTimeout(() => $progress.set(IDLE), HIDE_MS);
}

// The page's frame draws the bar; it exists without any island (see frame-events.ts). None in a build.
const { document: page, CustomEvent: EventOfPage } = globalThis as Partial<typeof globalThis>;
$progress.listen((detail) => EventOfPage && page?.dispatchEvent(new EventOfPage('manay:progress', { detail })));
