import ts from 'typescript';
import { MESSAGES } from '#i18n/messages.ts';
import { CLAUSES } from '#server/lending/documents/texts/clauses.ts';
import { PAPERS } from '#server/lending/documents/texts/papers.ts';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';
import { fieldsOf, seedStories } from './promise.ts';

/** Words that people read, in both languages, and where they stand: `key`, `story#field` or `file#path`. */
export interface Told {
  readonly place: string;
  readonly es: string;
  readonly en: string;
}

/** Every text of the product: of screens, of pages, of papers, and of letters and SMS. */
export function allTexts(): Told[] {
  return [
    ...Object.entries(MESSAGES).map(([place, { es, en }]) => ({ place, es, en })),
    ...seedStories().flatMap(({ full_slug, content }) => storyTexts(full_slug, content)),
    ...pairsOf('papers', PAPERS.es, PAPERS.en),
    ...pairsOf('papers.clauses', CLAUSES.es, CLAUSES.en),
    ...lenderTexts(),
  ];
}

const IN_ENGLISH = '__i18n__en';

/** Texts that are translated: names, figures, anchors and links are not. */
function storyTexts(slug: string, content: unknown): Told[] {
  if (Array.isArray(content)) return content.flatMap((item) => storyTexts(slug, item));
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([field, value]) => {
    const english = (content as Readonly<Record<string, unknown>>)[field + IN_ENGLISH];
    if (field.endsWith(IN_ENGLISH)) return [];
    if (english === undefined) return storyTexts(slug, value);
    return pairOf(`${slug}#${field}`, fieldsOf(value)[0]?.text, fieldsOf(english)[0]?.text);
  });
}

function pairOf(place: string, es: string | undefined, en: string | undefined): Told[] {
  return es ? [{ place, es, en: en ?? '' }] : [];
}

/** Two objects of the same shape, whose strings say the same. */
function pairsOf(place: string, es: unknown, en: unknown): Told[] {
  if (typeof es === 'string') return pairOf(place, es, typeof en === 'string' ? en : '');
  if (typeof es !== 'object' || es === null) return [];
  return Object.entries(es).flatMap(([name, value]) =>
    pairsOf(place.endsWith('#') ? place + name : `${place}.${name}`, value, Object(en)[name]),
  );
}

const LENDER = 'src/server/lending';

/** Letters, SMS and notices: wherever the code of the lender says something as `es` beside `en`. */
function lenderTexts(): Told[] {
  return filesUnder(LENDER)
    .filter((file) => file.endsWith('.ts') && !file.startsWith(`${LENDER}/documents/texts/`))
    .flatMap((file) => {
      const source = read(file);
      return /\bes: /.test(source) ? textsOfCode(file.slice(LENDER.length + 1), source) : [];
    });
}

function textsOfCode(file: string, source: string): Told[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const texts: Told[] = [];
  const visit = (node: ts.Node, path: readonly string[]): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [es, en] = [fieldOf(node, 'es'), fieldOf(node, 'en')];
      // Without the name of the constant: the file says which it is.
      const place = `${file}#${path.slice(1).join('.')}`;
      if (es && en) texts.push(...pairsOf(place, wordsOf(es, tree), wordsOf(en, tree)));
    }
    const name =
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))
        ? [node.name.text]
        : [];
    ts.forEachChild(node, (child) => visit(child, [...path, ...name]));
  };
  visit(tree, []);
  return texts;
}

function fieldOf(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = node.properties.find(
    (property) => ts.isPropertyAssignment(property) && ts.isIdentifier(property.name) && property.name.text === name,
  );
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/** A text, or an object of texts; a template keeps its `${…}`. */
function wordsOf(node: ts.Expression, tree: ts.SourceFile): unknown {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.getText(tree).slice(1, -1);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return wordsOf(node.body, tree);
  if (ts.isBinaryExpression(node)) return `${wordsOf(node.left, tree) ?? ''}${wordsOf(node.right, tree) ?? ''}`;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return wordsOf(node.expression, tree);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  return Object.fromEntries(
    node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) && (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))
        ? [[property.name.text, wordsOf(property.initializer, tree)]]
        : [],
    ),
  );
}
