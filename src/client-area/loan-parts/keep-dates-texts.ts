import { keysOf } from '#i18n/messages.ts';

export const KEEP_DATES_KEYS = keysOf('dates_');

export type KeepDatesTextKey = (typeof KEEP_DATES_KEYS)[number];
