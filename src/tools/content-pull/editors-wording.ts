import type { Locale } from '#i18n/locale.ts';
import type { Block } from '#server/publishing/sandbox/content-service/space.ts';

/** What editors say, wherever they said it. */
export interface EditorsWording {
  readonly texts: readonly EditedText[];
  readonly stories: readonly EditedStory[];
  /** What cannot be brought back, one sentence each. */
  readonly refused: readonly string[];
}

interface EditedText {
  readonly key: string;
  readonly words: Readonly<Partial<Record<Locale, string | undefined>>>;
}

export interface EditedStory {
  /** Of the story in the seed. */
  readonly uuid: string;
  /** As files have it: `headline` and `headline__i18n__en`. */
  readonly content: Block;
}

/** A story's file of the seed. */
export interface SeedFile {
  readonly path: string;
  readonly story: {
    readonly uuid: string;
    readonly full_slug: string;
    readonly is_folder?: boolean;
    readonly content?: Block;
  };
}
