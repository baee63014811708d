/** How the progress bar stands. */
export interface Progress {
  readonly isShown: boolean;
  /** 0 to 100. */
  readonly percent: number;
}

/** A message in the person's language, or the name of one that the page's frame has itself. */
export type FrameMessage = string;
/** "You are not allowed to perform this action" (product-spec §8). */
export const NOT_ALLOWED = 'not-allowed';

/**
 * How islands and the page's frame talk. The frame is a small script inside every page; an import that it shared with an
 * island would become a file and a request of its own on every page, so they speak by events of the document instead.
 */
declare global {
  interface DocumentEventMap {
    /** Draw the progress bar like this. */
    'manay:progress': CustomEvent<Progress>;
    /** Show this message; null: it has been read and goes away. */
    'manay:error': CustomEvent<FrameMessage | null>;
    /** The client area shows another screen: its path without language and slashes (`profile/documents`). */
    'manay:route': CustomEvent<string>;
    /** A session begins on this page: the header of a client comes. */
    'manay:signed-in': Event;
    /** Whom the header greets from now on. */
    'manay:first-name': CustomEvent<string>;
    /** The frame listens from now on. */
    'manay:frame-ready': Event;
  }
}
