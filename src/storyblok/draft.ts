import type { Locale } from '#i18n/locale.ts';
import type { Texts } from '#i18n/translate.ts';
import type { RawBlock } from './block-schema.ts';
import type { Mirror } from './mirror.ts';
import type { GlobalSettings } from './settings.schema.ts';

/** A draft with everything its page shows; the settings are drafts too. */
export interface Draft {
  readonly locale: Locale;
  readonly fullSlug: string;
  readonly name: string;
  /** With the visual editor's marker on every block. */
  readonly content: RawBlock;
  readonly texts: Texts;
  readonly settings: GlobalSettings;
  readonly calculatorSettings: ReturnType<Mirror['readCalculatorSettings']>;
}
