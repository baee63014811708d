import { EDITED_TEXTS_FILE, type TextEdits, writeEdit } from './edits.ts';
import { type Published, publishTexts, type StoryChange, TEXTS } from './published-state.ts';
import type { Datasource } from './space.ts';
import type { Drafts } from './space-files.ts';

export type TextLanguage = 'es' | 'en';

/** A text of the site as its editors see it. */
export interface EditedText {
  /** The set that it belongs to. */
  readonly set: string;
  readonly key: string;
  readonly words: Readonly<Record<TextLanguage, string>>;
  /** As the source has it. */
  readonly original: Readonly<Record<TextLanguage, string>>;
}

export interface TextChange {
  readonly key: string;
  readonly language: TextLanguage;
  /** Blank: as in the source. */
  readonly words: string;
  /** What it was changed from. */
  readonly over: string;
}

/** What editors do with the texts around the stories. As in Storyblok, a text has no draft: saved, it is published. */
export interface TextEditing {
  /** @throws Error when the source or the editors' changes cannot be read */
  list(): Promise<readonly EditedText[]>;
  /** Saves and publishes changes. Nothing is changed, and the answer is false, when a text is another one by now. */
  save(changes: readonly TextChange[]): Promise<boolean>;
  /** The last publish of texts; undefined when there was none. */
  change(): StoryChange | undefined;
}

/** What editing shares with the service: its state, and the queue that serialises changes. */
export interface EditedSpace {
  readonly stateDir: string;
  readonly readDrafts: () => Promise<Drafts>;
  readonly published: () => Published;
  readonly change: <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome>;
  readonly keep: (next: Published) => Promise<void>;
  readonly now: () => Date;
}

/** @param report told of each set that has changed */
export function createTextEditing(space: EditedSpace, report: (datasource: string) => Promise<unknown>): TextEditing {
  const { stateDir, readDrafts, published, change, keep, now } = space;
  const read = async (): Promise<{ readonly texts: readonly EditedText[]; readonly edits: TextEdits }> => {
    const { texts, problems } = await readDrafts();
    if (!texts) throw new Error(problems.map(({ message }) => message).join('\n'));
    return { texts: textsOf(texts.source, texts.edits), edits: texts.edits };
  };
  return {
    list: async () => (await read()).texts,
    save: async (changes) => {
      const sets = await change(async () => {
        const { texts: all, edits } = await read();
        const texts = new Map(all.map((text) => [text.key, text]));
        if (changes.some(({ key, language, over }) => texts.get(key)?.words[language] !== over)) return undefined;
        await writeEdit(stateDir, EDITED_TEXTS_FILE, withChanges(edits, changes, texts));
        await keep(publishTexts(published(), await readDrafts(), now()));
        return new Set(changes.map(({ key }) => texts.get(key)?.set ?? ''));
      });
      for (const set of sets ?? []) await report(set);
      return sets !== undefined;
    },
    change: () => published().changes?.[TEXTS],
  };
}

function textsOf(source: readonly Datasource[], edits: TextEdits): EditedText[] {
  return source.flatMap(({ slug, entries }) =>
    entries.map(({ name, value, dimension_values: { en = '' } }) => {
      const words = { es: edits[name]?.es ?? value, en: edits[name]?.en ?? en };
      return { set: slug, key: name, words, original: { es: value, en } };
    }),
  );
}

/** A text that is as in the source again is no change any more. */
function withChanges(
  edits: TextEdits,
  changes: readonly TextChange[],
  texts: ReadonlyMap<string, EditedText>,
): TextEdits {
  const next: TextEdits = { ...edits };
  for (const { key, language, words } of changes) {
    const { [language]: _, ...others } = next[key] ?? {};
    const isOriginal = words === '' || words === texts.get(key)?.original[language];
    const edit = isOriginal ? others : { ...others, [language]: words };
    if (Object.keys(edit).length > 0) next[key] = edit;
    else delete next[key];
  }
  return next;
}
