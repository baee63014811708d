declare global {
  interface Document {
    /** A browser renders the page ahead of the person who may open it. Not every browser has it. */
    readonly prerendering?: boolean;
  }
}

/**
 * Runs a task now, or when somebody opens a page that a browser has rendered ahead (`layouts/interface/pages-ahead.ts`).
 * Everything that calls the server or stores something must wait for it, because most pages that are rendered ahead
 * may never be opened.
 */
export function whenOpened(task: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', task);
  else task();
}
