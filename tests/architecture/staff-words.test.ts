import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { STAFF_GROUPS } from '#i18n/staff-acts.ts';
import { answerWords, codeWords } from '#i18n/staff-answers.ts';
import { staffFieldWords } from '#i18n/staff-fields.ts';
import { APPLICATION_EVENTS } from '#loan/application.ts';
import { LOAN_EVENTS } from '#loan/loan.ts';
import { bareName } from '#server/lending/desk/answer-view.ts';
import { filesUnder, ROOT, read } from './source-tree.ts';

const LENDER = 'src/server/lending';
/** They describe acts. The document of the API answers a file. */
const FILES = filesUnder(LENDER).filter(
  (file) => /(?<!staff-document)\.ts$/.test(file) && /\b(?:act|read)\(\{/.test(read(file)),
);

/** What acts answer, by the types of their code, each with the place where it stands. */
interface Answers {
  readonly names: Map<string, string>;
  readonly codes: Map<string, string>;
}

/** @param planted a file beside them */
function answersOf(files: readonly string[], planted: string): Answers {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  const example = join(ROOT, LENDER, 'planted.ts');
  host.fileExists = (name) => name === example || fileExists(name);
  host.getSourceFile = (name, ...more) =>
    name === example ? ts.createSourceFile(name, planted, ts.ScriptTarget.Latest, true) : getSourceFile(name, ...more);
  const roots = [...files.map((file) => join(ROOT, file)), example];
  // Each subject adds its tables by itself.
  const tables = filesUnder(LENDER).filter((file) => file.endsWith('/tables.ts'));
  const program = ts.createProgram([...roots, ...tables], { ...options, noEmit: true, types: ['node'] }, host);
  const checker = program.getTypeChecker();
  const answers: Answers = { names: new Map(), codes: new Map() };
  for (const root of roots) {
    const place = relative(ROOT, root);
    const file = program.getSourceFile(root) as ts.SourceFile;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        for (const one of answeredBy(node))
          walk(checker, { ...answers, node: one, place }, checker.getTypeAtLocation(one));
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    for (const [, name = ''] of file.text.matchAll(/answerList\(c, \{ name: '(\w+)'/g))
      answers.names.set(name, `${place}.${name}`);
  }
  return answers;
}

/** What `c.json` is given; of a list its rows, and what it says besides. */
function answeredBy({ expression, arguments: [first, second] }: ts.CallExpression): ts.Node[] {
  const called = expression.getText();
  if (called === 'c.json' && first) return [first];
  if (called !== 'answerList' || !second || !ts.isObjectLiteralExpression(second)) return [];
  return second.properties.filter(({ name }) => /^(?:page|about)$/.test(name?.getText() ?? ''));
}

type At = Answers & { readonly node: ts.Node; readonly place: string };

function walk(checker: ts.TypeChecker, at: At, type: ts.Type, above: readonly ts.Type[] = []): void {
  if (above.includes(type)) return;
  const inner = (one: ts.Type, place = at.place) => walk(checker, { ...at, place }, one, [...above, type]);
  if (type.isStringLiteral()) at.codes.set(type.value, at.place);
  for (const one of manyIn(checker, type)) inner(one);
  for (const property of isThing(checker, type) ? type.getProperties() : []) {
    const place = `${at.place}.${property.name}`;
    at.names.set(property.name, place);
    inner(checker.getTypeOfSymbolAtLocation(property, at.node), place);
  }
}

/** Each of several types, of a list's items, and of what a function comes back with. */
function manyIn(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  if (type.isUnion()) return type.types;
  if (checker.isArrayType(type) || checker.isTupleType(type)) return checker.getTypeArguments(type as ts.TypeReference);
  return type.getCallSignatures().map((call) => checker.getAwaitedType(call.getReturnType()) ?? call.getReturnType());
}

/** A number with a brand is none, and a date travels as a text. */
function isThing(checker: ts.TypeChecker, type: ts.Type): boolean {
  const all = type.isIntersection() ? type.types : [type];
  const isObject = all.every(({ flags }) => flags & ts.TypeFlags.Object) && type.symbol?.name !== 'Date';
  return isObject && manyIn(checker, type).length === 0;
}

/** Fields and codes of answers that the desk has no words for. Figures are their own. */
function wordless({ names, codes }: Answers): string[] {
  const groups = ['', ...Object.keys(STAFF_GROUPS)];
  const isNamed = (name: string) => answerWords(name) ?? groups.some((group) => staffFieldWords(group, name));
  const unnamed = [...names].filter(([name]) => !isNamed(bareName(name)));
  const unsaid = [...codes].filter(([code]) => /[A-Za-z]/.test(code) && !codeWords(code));
  return [...unnamed, ...unsaid].map(([what, place]) => `${place}: ${what}`);
}

test('each field of each answer, and each code in it, has words in both languages', () => {
  const planted = `import type { Context } from 'hono';
    import { answerList } from './staff/staff-list.ts';
    const hue = 'SKY_BLUE' as 'SKY_BLUE' | 'sea-green' | 'PAID';
    const page = async () => ({ rows: [{ tint: 'PALE' as const, status: hue }] });
    export const one = (c: Context) => c.json({ hue, list: [{ shade: undefined as number | undefined, number: 'P-1' }] });
    export const all = (c: Context) => answerList(c, { name: 'tints', columns: { tint: 'plain', status: 'plain' }, page }, { cursor: undefined, limit: 1 });`;
  const answers = answersOf(FILES, planted);
  // Kept as texts.
  for (const event of [...APPLICATION_EVENTS, ...LOAN_EVENTS]) answers.codes.set(event, 'history');
  expect(answers.names.size).toBeGreaterThan(400);
  const found = ['hue: hue', 'list: list', 'list.shade: shade', 'rows.tint: tint', 'tints: tints'];
  const codes = ['rows.status: SKY_BLUE', 'rows.status: sea-green', 'rows.tint: PALE'];
  expect(wordless(answers)).toEqual([...found, ...codes].map((one) => `${LENDER}/planted.ts.${one}`));
});
