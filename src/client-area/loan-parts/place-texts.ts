import { keysOf, type MessageKey } from '#i18n/messages.ts';

/** Names of the places and a line about each. */
export const PLACE_KEYS = [
  ...keysOf('place_'),
  'what_if_title',
  'what_if_lead',
] as const satisfies readonly MessageKey[];
export type PlaceTextKey = (typeof PLACE_KEYS)[number];
