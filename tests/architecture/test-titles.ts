import ts from 'typescript';

/** Pages name the same files again and again. */
const read = new Map<string, { readonly source: string; readonly titles: string[] }>();

/**
 * The tests of a file by their titles as they are written, each with those of the `describe` around it: `outer > title`.
 * A title of `test.each` keeps its `%s` and `$name`, a template its `${…}`. A promise is called as it runs: where it
 * stands, and its sentence. A title that is put together elsewhere has no name here.
 */
export function testTitles(file: string, source: string): string[] {
  const known = read.get(file);
  if (known?.source === source) return known.titles;
  const titles = titlesIn(file, source);
  read.set(file, { source, titles });
  return titles;
}

function titlesIn(file: string, source: string): string[] {
  // The kind is that of the name: as TSX, `<T>(of: T) => …` would be an element, and all below it its words.
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false);
  const titles: string[] = [];
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const [kind, title] = ts.isCallExpression(node) ? declared(node, tree) : [];
    if (kind === 'test' && title !== undefined) titles.push([...outer, title].join(' > '));
    const inner = kind === 'describe' && title !== undefined ? [...outer, title] : outer;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(tree, []);
  return titles;
}

function declared(call: ts.CallExpression, tree: ts.SourceFile): readonly ['test' | 'describe', string] | readonly [] {
  const [first] = call.arguments;
  if (first && ts.isIdentifier(call.expression) && call.expression.text === 'promise') return promised(first, tree);
  const title = first && written(first, tree);
  if (title === undefined || call.arguments.length < 2) return [];
  const callee = calleeOf(call.expression);
  if (callee === undefined) return [];
  return [callee, title];
}

/** `promise({ text: 'key', says: 'Sentence.' }, …)` of tests/promises/promise.ts. */
function promised(node: ts.Expression, tree: ts.SourceFile): readonly ['test', string] | readonly [] {
  if (!ts.isObjectLiteralExpression(node)) return [];
  const fields = node.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && ts.isIdentifier(property.name)
      ? [[property.name.text, written(property.initializer, tree)] as const]
      : [],
  );
  const place = fields.find(([name]) => name === 'text' || name === 'story' || name === 'file')?.[1];
  const says = fields.find(([name]) => name === 'says')?.[1];
  return place === undefined || says === undefined ? [] : ['test', `${place}: ${says}`];
}

function written(node: ts.Expression, tree: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constant(node.text, tree);
  return ts.isTemplateExpression(node) ? node.getText(tree).slice(1, -1) : undefined;
}

/** What a constant at the top of the file holds. */
function constant(name: string, tree: ts.SourceFile): string | undefined {
  const declarations = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => each.declarationList.declarations);
  const value = declarations.find((each) => ts.isIdentifier(each.name) && each.name.text === name)?.initializer;
  return value && ts.isStringLiteralLike(value) ? value.text : undefined;
}

/** `test`, `test.each(…)`, `test.runIf(…)`, `describe.each(…)`, and Playwright's `test.describe`. */
function calleeOf(node: ts.Expression): 'test' | 'describe' | undefined {
  if (ts.isIdentifier(node)) return node.text === 'test' || node.text === 'describe' ? node.text : undefined;
  if (ts.isCallExpression(node)) return calleeOf(node.expression);
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  return node.name.text === 'describe' ? 'describe' : calleeOf(node.expression);
}
