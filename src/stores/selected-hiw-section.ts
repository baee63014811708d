import { atom } from 'nanostores';

/** The step of "How it works" that is being read, counted from 0 (product-spec §3); undefined before somebody is there. */
export const $selectedHiwSection = atom<number | undefined>();
