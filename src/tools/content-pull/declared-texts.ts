import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { LOCALES, type Locale } from '#i18n/locale.ts';
import { writeAtomically } from '#server/kit/write-file.ts';

const MESSAGE_FILES = 'src/i18n/messages/*.ts';
const ownRepoDir = resolve(import.meta.dirname, '../../..');

/** A text as it stands in the source. */
export interface DeclaredText {
  /** Relative to the repository. */
  readonly file: string;
  readonly words: Readonly<Record<Locale, Words>>;
}

interface Words {
  readonly text: string;
  /** Where the literal stands in its file. */
  readonly from: number;
  readonly to: number;
}

export interface TextChange {
  readonly key: string;
  readonly locale: Locale;
  readonly text: string;
}

/** Every text of the source by its key. @throws Error when one is not written as `{ es: '…', en: '…' }` */
export function readDeclaredTexts(repoDir: string): ReadonlyMap<string, DeclaredText> {
  const texts = new Map<string, DeclaredText>();
  for (const file of globSync(MESSAGE_FILES, { cwd: repoDir }).sort()) {
    const source = ts.createSourceFile(file, readFileSync(join(repoDir, file), 'utf8'), ts.ScriptTarget.Latest, true);
    for (const property of propertiesOf(source)) {
      const key = property.name.getText(source).replace(/^'(.*)'$/, '$1');
      texts.set(key, { file, words: wordsOf(property, `${file}: "${key}"`) });
    }
  }
  return texts;
}

/** Of the exported objects of a file. */
function propertiesOf(source: ts.SourceFile): ts.PropertyAssignment[] {
  const declarations = source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  return declarations.flatMap(({ initializer }) => {
    const value = initializer && ts.isSatisfiesExpression(initializer) ? initializer.expression : initializer;
    return value && ts.isObjectLiteralExpression(value) ? value.properties.filter(ts.isPropertyAssignment) : [];
  });
}

function wordsOf({ initializer }: ts.PropertyAssignment, name: string): DeclaredText['words'] {
  const fields = ts.isObjectLiteralExpression(initializer)
    ? initializer.properties.filter(ts.isPropertyAssignment)
    : [];
  const words = LOCALES.map((locale) => {
    const literal = fields.find((field) => field.name.getText() === locale)?.initializer;
    if (!literal || !ts.isStringLiteral(literal)) throw new Error(`${name} is not written as { es: '…', en: '…' }`);
    return [locale, { text: literal.text, from: literal.getStart(), to: literal.end }] as const;
  });
  return Object.fromEntries(words) as Record<Locale, Words>;
}

/**
 * Puts other words in the place of some, and leaves everything else of the files as it is but for the line breaks that
 * longer or shorter words need.
 */
export async function rewriteTexts(
  repoDir: string,
  declared: ReadonlyMap<string, DeclaredText>,
  changes: readonly TextChange[],
): Promise<void> {
  const places = changes.flatMap(({ key, locale, text }) => {
    const found = declared.get(key);
    return found ? [{ file: found.file, ...found.words[locale], literal: literalOf(text) }] : [];
  });
  for (const file of new Set(places.map((place) => place.file))) {
    // From the end, so that what stands before keeps its place.
    const own = places.filter((place) => place.file === file).sort((one, two) => two.from - one.from);
    const before = readFileSync(join(repoDir, file), 'utf8');
    const after = own.reduce((text, { from, to, literal }) => text.slice(0, from) + literal + text.slice(to), before);
    await writeAtomically(join(repoDir, file), formatted(file, after));
  }
}

function literalOf(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}

function formatted(file: string, text: string): string {
  const biome = join(ownRepoDir, 'node_modules/@biomejs/biome/bin/biome');
  const words = [biome, 'format', '--config-path=.biome.json', `--stdin-file-path=${file}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: ownRepoDir,
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} could not be formatted: ${stderr}`);
  return stdout;
}
