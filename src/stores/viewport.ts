import { atom, computed, onMount } from 'nanostores';

/** Debounce: resizing a window fires dozens of events a second (product-spec §9). */
export const RESIZE_DEBOUNCE_MS = 200;
/** From this width the page has its wide header (product-spec §9); the style sheets use the same number. */
export const DESKTOP_PX = 992;

export interface Viewport {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The size of the window; 0 × 0 without one. Updated only while there are listeners. */
export const $viewport = atom<Viewport>({ width: 0, height: 0 });

/** Whether the wide header is showing. */
export const $isDesktop = computed($viewport, ({ width }) => width >= DESKTOP_PX);

onMount($viewport, () => {
  if (typeof window === 'undefined') return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const measure = () => $viewport.set({ width: window.innerWidth, height: window.innerHeight });
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(measure, RESIZE_DEBOUNCE_MS);
  };
  measure();
  window.addEventListener('resize', soon);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', soon);
  };
});
