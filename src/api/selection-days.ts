/** How long a choice in the calculator is kept. By itself: scripts need it, and not the table of all cookies. */
export const SELECTION_DAYS = 30;
