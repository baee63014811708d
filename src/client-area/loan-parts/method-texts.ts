import { keysOf, type MessageKey } from '#i18n/messages.ts';

/** The ways to pay, each with its name and a note. */
export const METHOD_KEYS = [...keysOf('pay_method_')] as const satisfies readonly MessageKey[];

export type MethodTextKey = (typeof METHOD_KEYS)[number];
