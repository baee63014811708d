import { atom } from 'nanostores';
import type { Progress } from './frame-events.ts';

/** An answer that comes sooner shows no bar at all (product-spec §9). */
export const THROTTLE_MS = 200;
/** The bar fills in this time when no answer comes (product-spec §9). */
export const DURATION_MS = 5000;
/** The full bar stays this long (product-spec §9). */
export const HIDE_MS = 500;
const STEP_MS = 100;
const STEP_PERCENT = (100 * STEP_MS) / DURATION_MS;
/** A bar that is full says that the answer is there. */
const WAITING_PERCENT = 100 - STEP_PERCENT;

const IDLE: Progress = { isShown: false, percent: 0 };

/** The progress bar of the page: one for all requests that a person waits for. */
export const $progress = atom<Progress>(IDLE);

let pending = 0;
let running: ReturnType<typeof setTimeout> | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Tells the bar that a request is on its way; the answer is called when it is over, however it ended. */
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

// The bar is drawn by the page's frame, which is there without any island (see frame-events.ts).
$progress.listen((detail) => document.dispatchEvent(new CustomEvent('manay:progress', { detail })));
