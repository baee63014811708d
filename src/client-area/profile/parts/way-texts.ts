import { PLACE_KEYS } from '#client-area/loan-parts/place-texts.ts';
import { keysOf } from '#i18n/messages.ts';

/** Texts of the ways for a client who cannot pay on the date. */
export const WAY_KEYS = keysOf('late_way_');
export type WayTextKey = (typeof WAY_KEYS)[number];

/** Texts of the page that has all of them. */
export const WAYS_OUT_KEYS = [
  ...WAY_KEYS,
  ...PLACE_KEYS,
  ...keysOf('ways_'),
  'late_ways_order',
  'plan_to_loan',
] as const;
export type WaysOutTextKey = (typeof WAYS_OUT_KEYS)[number];
