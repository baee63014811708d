import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#storyblok/write-file.ts';
import { EDITED_TEXTS_FILE, parseTextEdits, type TextEdits } from './edits.ts';
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
  /** The texts as the source declares them. */
  readonly datasources: () => Promise<readonly Datasource[]>;
  readonly readDrafts: () => Promise<Drafts>;
  readonly published: () => Published;
  readonly change: <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome>;
  readonly keep: (next: Published) => Promise<void>;
  readonly now: () => Date;
}

/** @param report told of each set that has changed */
export function createTextEditing(space: EditedSpace, report: (datasource: string) => Promise<unknown>): TextEditing {
  const { stateDir, datasources: source, readDrafts, published, change, keep, now } = space;
  const list: TextEditing['list'] = async () => {
    const { datasources, problems } = await readDrafts();
    if (!datasources) throw new Error(problems.map(({ message }) => message).join('\n'));
    const originals = new Map((await source()).flatMap(({ entries }) => entries.map((entry) => [entry.name, entry])));
    return datasources.flatMap(({ slug, entries }) =>
      entries.map((entry) => {
        return {
          set: slug,
          key: entry.name,
          words: wordsOf(entry),
          original: wordsOf(originals.get(entry.name) ?? entry),
        };
      }),
    );
  };
  return {
    list,
    save: async (changes) => {
      const sets = await change(async () => {
        const texts = new Map((await list()).map((text) => [text.key, text]));
        if (changes.some(({ key, language, over }) => texts.get(key)?.words[language] !== over)) return undefined;
        const path = join(stateDir, EDITED_TEXTS_FILE);
        await writeAtomically(
          path,
          `${JSON.stringify(withChanges(await readEdits(path), changes, texts), undefined, 2)}\n`,
        );
        await keep(publishTexts(published(), await readDrafts(), now()));
        return new Set(changes.map(({ key }) => texts.get(key)?.set ?? ''));
      });
      for (const set of sets ?? []) await report(set);
      return sets !== undefined;
    },
    change: () => published().changes?.[TEXTS],
  };
}

function wordsOf({ value, dimension_values: { en = '' } }: Datasource['entries'][number]): EditedText['words'] {
  return { es: value, en };
}

async function readEdits(path: string): Promise<TextEdits> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return parseTextEdits(JSON.parse(text));
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
