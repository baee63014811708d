/**
 * The release that has `false` takes the worker, and the pages that it answers with, out of every browser that asks for
 * a page of ours.
 */
export const WORKS_OFFLINE: boolean = true;
/** The worker's address. From the root, because every page must be able to say that there is no network. */
export const WORKER_PATH = '/worker.js';
/** Pages and their files, as everybody gets them; nothing of a client's is in them. */
export const PAGES_CACHE = 'manay-pages';
