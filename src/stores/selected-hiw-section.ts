import { atom } from 'nanostores';

/**
 * The step of "How it works" that is being read, counted from 0 (product-spec §3); undefined before anybody has come to
 * it.
 */
export const $selectedHiwSection = atom<number | undefined>();
