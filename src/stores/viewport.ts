import { atom, computed, onMount } from 'nanostores';

/** A window being dragged to size fires dozens of events a second (product-spec §9). */
export const RESIZE_DEBOUNCE_MS = 200;
/** From here on the page has its wide header (product-spec §9); styles write the same number. */
export const DESKTOP_PX = 992;

export interface Viewport {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The size of the window; zero by zero where there is none. Watched only while somebody listens. */
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
