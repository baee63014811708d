/**
 * Days for which a choice in the calculator is kept. In a file of its own, because scripts need it without the table of
 * all cookies.
 */
export const SELECTION_DAYS = 30;
