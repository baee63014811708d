import { keysOf } from '#i18n/messages.ts';

/** Texts of the ways for a client who cannot pay on the date. */
export const WAY_KEYS = keysOf('late_way_');
export type WayTextKey = (typeof WAY_KEYS)[number];
