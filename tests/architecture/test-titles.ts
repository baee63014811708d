import ts from 'typescript';

/**
 * The tests of a file by their titles as they are written, each with those of the `describe` around it: `outer > title`.
 * A title of `test.each` keeps its `%s` and `$name`, a template its `${…}`. A title that is put together elsewhere has
 * no name here.
 */
export function testTitles(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
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
  const title = first && written(first, tree);
  if (title === undefined || call.arguments.length < 2) return [];
  const callee = calleeOf(call.expression);
  if (callee === undefined) return [];
  return [callee, title];
}

function written(node: ts.Expression, tree: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText(tree).slice(1, -1) : undefined;
}

/** `test`, `test.each(…)`, `test.runIf(…)`, `describe.each(…)`, and Playwright's `test.describe`. */
function calleeOf(node: ts.Expression): 'test' | 'describe' | undefined {
  if (ts.isIdentifier(node)) return node.text === 'test' || node.text === 'describe' ? node.text : undefined;
  if (ts.isCallExpression(node)) return calleeOf(node.expression);
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  return node.name.text === 'describe' ? 'describe' : calleeOf(node.expression);
}
