/** The state of the progress bar. */
export interface Progress {
  readonly isShown: boolean;
  /** 0 to 100. */
  readonly percent: number;
}

/** The messages of the banner (product-spec §8); the page's frame contains each in its language, as `data-<name>`. */
export const NOT_ALLOWED = 'not-allowed';
export const SERVER_FAILED = 'failed';
export const MAINTENANCE = 'maintenance';
export type FrameMessage = typeof NOT_ALLOWED | typeof SERVER_FAILED | typeof MAINTENANCE;

/**
 * Events between islands and the page's frame. The frame is a small script in every page; a module shared with an
 * island would become a file and a request of its own, so they communicate by DOM events.
 */
declare global {
  interface DocumentEventMap {
    /** The progress bar's new state. */
    'manay:progress': CustomEvent<Progress>;
    /** A message to show; null: it was dismissed. */
    'manay:error': CustomEvent<FrameMessage | null>;
    /** The client area shows another screen: its path without language and slashes (`profile/documents`). */
    'manay:route': CustomEvent<string>;
    /** A session begins on this page: show the client's header. */
    'manay:signed-in': Event;
    /** The name for the header's greeting. */
    'manay:first-name': CustomEvent<string>;
    /** The frame's script has started. */
    'manay:frame-ready': Event;
  }
}
