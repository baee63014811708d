import { atom } from 'nanostores';

/** Debounce: resizing a window fires dozens of events a second (product-spec §9). */
export const RESIZE_DEBOUNCE_MS = 200;
/** From this width the page has its wide header (product-spec §9); the style sheets use the same number. */
export const DESKTOP_PX = 992;

export interface Viewport {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The size of the window; 0 × 0 until it is followed. */
export const $viewport = atom<Viewport>({ width: 0, height: 0 });

/** Tells whether the wide header is showing. */
export function isDesktop({ width }: Viewport): boolean {
  return width >= DESKTOP_PX;
}

/** Measures the window now and after each resize. */
export function followViewport(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const measure = () => $viewport.set({ width: window.innerWidth, height: window.innerHeight });
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(measure, RESIZE_DEBOUNCE_MS);
  };
  measure();
  window.addEventListener('resize', soon);
}
