import type { ComponentType } from 'react';
import type { Locale } from '#i18n/locale.ts';
import type { MessageKey } from '#i18n/messages.ts';
import type { Say } from '#i18n/translate.ts';
import type { FrameTextKey } from './frame-texts.ts';

/** What a screen's `texts.ts` lists: only these texts travel to it. */
export interface ScreenTexts {
  /** The document's title, and the heading unless the screen's state has a better one. */
  readonly title: MessageKey;
  readonly keys: readonly MessageKey[];
  /** Names of the fields it asks for: every `errors.{field}.…` comes along (product-spec §5). */
  readonly fields?: readonly string[];
}

/** Every key of a screen: its own, and those the frame gives to all. */
export type TextKeyOf<Texts extends ScreenTexts> = Texts['keys'][number] | Texts['title'];

/** What every screen is given. */
export interface ScreenProps<Key extends MessageKey = never> {
  readonly say: Say<Key | FrameTextKey>;
  /** What is wrong with a field, in words: `errors.{field}.{code}`, else `errors.{code}`. */
  readonly sayError: SayError;
  readonly locale: Locale;
  /** The query of the screen's address. */
  readonly query: Readonly<Record<string, string>>;
}

export type SayError = (field: string, code: string) => string;

/** What a screen's file exports. */
export interface ScreenModule {
  // Each screen knows its own keys; here they are only carried.
  // biome-ignore lint/suspicious/noExplicitAny: a component is contravariant in its keys
  readonly Screen: ComponentType<ScreenProps<any>>;
  /** Address of its own style sheet, `import css from './x.css?url'`; it is there before the screen is. */
  readonly styles?: string;
}

/** A screen's texts as they travel, with the page or as a file of their own. */
export interface SentTexts {
  readonly title: string;
  readonly texts: Readonly<Record<string, string>>;
}
