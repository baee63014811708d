/** How the progress bar stands. */
export interface Progress {
  readonly isShown: boolean;
  /** 0 to 100. */
  readonly percent: number;
}

/**
 * How islands and the page's frame talk. The frame is a small script inside every page; an import that it shared with an
 * island would become a file and a request of its own on every page, so they speak by events of the document instead.
 */
declare global {
  interface DocumentEventMap {
    /** Draw the progress bar like this. */
    'manay:progress': CustomEvent<Progress>;
    /** Show this message; null: it has been read and goes away. */
    'manay:error': CustomEvent<string | null>;
    /** The frame listens from now on. */
    'manay:frame-ready': Event;
  }
}
