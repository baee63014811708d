import type { ComponentType } from 'react';
import type { Locale } from '#i18n/locale.ts';
import type { MessageKey } from '#i18n/messages.ts';
import type { Say } from '#i18n/translate.ts';
import type { FrameTextKey } from './texts/frame-texts.ts';

/** The texts of a screen, listed in its `texts.ts`; only these are sent to it. */
export interface ScreenTexts {
  /** The document title, and the heading unless the screen's state has another. */
  readonly title: MessageKey;
  readonly keys: readonly MessageKey[];
  /** Names of its form fields: every `errors.{field}.…` text is sent too (product-spec §5). */
  readonly fields?: readonly string[];
}

/** Every key of a screen: its own, and those the frame gives to all. */
export type TextKeyOf<Texts extends ScreenTexts> = Texts['keys'][number] | Texts['title'];

/** The props of every screen. */
export interface ScreenProps<Key extends MessageKey = never> {
  readonly say: Say<Key | FrameTextKey>;
  /** Says the fault of a field in words: `errors.{field}.{code}`, else `errors.{code}`. */
  readonly sayError: SayError;
  readonly locale: Locale;
  /** The query of the screen's address. */
  readonly query: Readonly<Record<string, string>>;
}

export type SayError = (field: string, code: string) => string;

/** The exports of a screen's file. */
export interface ScreenModule {
  // Each screen has its own keys; the list of screens does not know them.
  // biome-ignore lint/suspicious/noExplicitAny: a component is contravariant in its keys
  readonly Screen: ComponentType<ScreenProps<any>>;
  /** Address of the screen's style sheet, `import css from './x.css?url'`; it loads before the screen shows. */
  readonly styles?: string;
}

/** A screen's texts as sent, within the page or as a separate file. */
export interface SentTexts {
  readonly title: string;
  readonly texts: Readonly<Record<string, string>>;
}
