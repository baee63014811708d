import ts from 'typescript';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';

/** A sentence that colleagues read, with the place it stands in. */
export interface Prose {
  readonly place: string;
  readonly kind: 'comment' | 'doc comment' | 'title' | 'message';
  readonly words: string;
}

/**
 * Comments of the files that no compiler of ours reads, by the end of their name. Those of migrations are left out, because
 * a migration must stay as it was applied, to the last sign of its checksum.
 */
const COMMENTS: readonly (readonly [name: RegExp, comment: RegExp])[] = [
  [/\.(?:astro|css)$/, /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g],
  [/\.(?:yml|conf|service|socket)$/, /#[^\n]*(?:\n\s*#[^\n]*)*/g],
];

/** Strings of these files are read by operators: the words of the desk, and what servers and commands say. */
const MESSAGES = /^src\/(?:i18n\/staff-[\w-]+|server\/.+|tools\/.+)\.ts$/;
const TEST = /\.(?:test|spec)\.tsx?$/;

/** Collects every comment, test title and message to operators of the repository. */
export function allProse(): Prose[] {
  return ['src', 'tests', '.config']
    .flatMap((folder) => filesUnder(folder))
    .flatMap((file) => proseOf(file, read(file)));
}

/** Collects the sentences of one file. */
export function proseOf(file: string, text: string): Prose[] {
  if (/\.(?:tsx?|[cm]?js)$/.test(file)) return proseOfCode(file, text);
  const [, pattern] = COMMENTS.find(([name]) => name.test(file)) ?? [];
  return pattern ? [...text.matchAll(pattern)].map(({ 0: raw, index }) => comment(file, text, index, raw)) : [];
}

function proseOfCode(file: string, text: string): Prose[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file));
  const comments = new Map<number, ts.CommentRange>();
  const strings: Prose[] = [];
  for (const node of nodesOf(source)) {
    for (const range of endsOf(node, source).flatMap((at) => commentsAt(text, at))) comments.set(range.pos, range);
    const words = wordsOf(node);
    const kind = words.includes(' ') ? kindOfString(file, node) : undefined;
    if (kind) strings.push({ place: placeOf(file, text, node.getStart(source)), kind, words });
  }
  const ranges = joined(
    [...comments.values()].sort((one, other) => one.pos - other.pos),
    text,
  );
  return [...ranges.map(({ pos, end }) => comment(file, text, pos, text.slice(pos, end))), ...strings];
}

/** Every node with those below it, without the words between JSX elements, which may look like a comment. */
function nodesOf(source: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Places beside which comments stand. What is between braces may be a comment alone, which belongs to no node. */
function endsOf(node: ts.Node, source: ts.SourceFile): number[] {
  const isInBraces = ts.isBlock(node) || ts.isObjectLiteralExpression(node) || ts.isJsxExpression(node);
  return [node.pos, node.end, ...(isInBraces ? [node.getStart(source) + 1] : [])];
}

function commentsAt(text: string, at: number): ts.CommentRange[] {
  return [...(ts.getLeadingCommentRanges(text, at) ?? []), ...(ts.getTrailingCommentRanges(text, at) ?? [])];
}

function kindOf(file: string): ts.ScriptKind {
  if (file.endsWith('.tsx')) return ts.ScriptKind.TSX;
  return file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
}

/** Joins line comments that follow each other: a sentence goes on in the next line. */
function joined(ranges: readonly ts.CommentRange[], text: string): { pos: number; end: number }[] {
  const found: { pos: number; end: number }[] = [];
  for (const { pos, end, kind } of ranges) {
    const last = found.at(-1);
    const goesOn =
      last && kind === ts.SyntaxKind.SingleLineCommentTrivia && /^[^\S\n]*\n\s*$/.test(text.slice(last.end, pos));
    if (last && goesOn && text.startsWith('//', last.pos)) last.end = end;
    else found.push({ pos, end });
  }
  return found;
}

function wordsOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** The title of a test is the first thing that a call is handed, and a function the last one. */
function kindOfString(file: string, { parent }: ts.Node): 'title' | 'message' | undefined {
  if (MESSAGES.test(file)) return 'message';
  const last = ts.isCallExpression(parent) && parent.arguments.length > 1 ? parent.arguments.at(-1) : undefined;
  const isTitle = TEST.test(file) && last && (ts.isArrowFunction(last) || ts.isFunctionExpression(last));
  return isTitle ? 'title' : undefined;
}

function comment(file: string, text: string, at: number, raw: string): Prose {
  const words = raw
    .replace(/^(?:\/\*+|<!--)|(?:\*+\/|-->)$/g, '')
    .replace(/(?:^|\n)\s*(?:\*|\/\/|#)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { place: placeOf(file, text, at), kind: raw.startsWith('/**') ? 'doc comment' : 'comment', words };
}

function placeOf(file: string, text: string, at: number): string {
  return `${file}:${text.slice(0, at).split('\n').length}`;
}

/** Words that a native colleague would not write, with what they stand for. */
const FAULTS: readonly {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly kinds?: readonly Prose['kind'][];
}[] = [
  {
    rule: 'write "for a client who", "for those who" or "for everybody who" instead of "for who"',
    pattern: /\b(?:for|to|of|by|from) who\b(?! (?:it|they|he|she) (?:is|are)\b)/i,
  },
  {
    rule: 'write "is not a", "are not" or "does not" instead of "is no", "are no" or "is none"',
    pattern:
      /(?<!\bthere )\b(?:is|are|was|were) (?:no|none)\b(?! (?:longer|matter|sooner|(?:more|less|fewer|later|earlier) than)\b)/i,
  },
  {
    rule: 'begin with a verb (function) or a noun (type, constant) instead of "What" or "The same"',
    pattern: /^(?:@\w+ )?(?:What|The same)\b/,
    kinds: ['doc comment'],
  },
];

/** Finds sentences that break a rule of words, one line each. */
export function faultsOfProse(prose: readonly Prose[]): string[] {
  return prose.flatMap(({ place, kind, words }) =>
    FAULTS.filter(({ pattern, kinds }) => (!kinds || kinds.includes(kind)) && pattern.test(words)).map(
      ({ rule, pattern }) => {
        const at = words.search(pattern);
        return `${place} (${kind}): ${rule}: …${words.slice(Math.max(0, at - 50), at + 70)}`;
      },
    ),
  );
}
