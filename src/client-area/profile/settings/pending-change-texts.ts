import { keysOf, type MessageKey } from '#i18n/messages.ts';

/** The texts of a change that does not count yet; every screen that shows one lists them. */
export const PENDING_CHANGE_TEXT_KEYS = [...keysOf('pending_')] as const satisfies readonly MessageKey[];

export type PendingChangeTextKey = (typeof PENDING_CHANGE_TEXT_KEYS)[number];
