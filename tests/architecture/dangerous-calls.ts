import ts from 'typescript';

/** Text that somebody else wrote must never become a command, code or a pattern. */
export type Danger =
  | 'a shell'
  | 'another program'
  | 'code from text'
  | 'code from a variable'
  | 'a pattern from text'
  | 'a query from text'
  | 'a number that can be guessed'
  | 'a message of any window';

const MAYBE =
  /child_process|RegExp\s*\(|\beval\b|\bFunction\s*\(|\bvm['"]|setTimeout|setInterval|import\s*\(|'message'|Math\.random|\bsql\.|\.(?:query|script)\(/;
/** They take a program and its words apart; `exec` and `execSync` take a line for a shell. */
const WITHOUT_SHELL = ['spawn', 'spawnSync', 'ChildProcess'];

/** Finds what a file of code does that only a constant may decide. */
export function dangersIn(file: string, source: string): { readonly danger: Danger; readonly text: string }[] {
  if (!MAYBE.test(source)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: { danger: Danger; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const danger = dangerOf(node);
    if (danger) found.push({ danger, text: node.getText(tree).split('\n')[0] as string });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function dangerOf(node: ts.Node): Danger | undefined {
  if (ts.isImportDeclaration(node)) return dangerOfImport(node);
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const name = node.expression.getText();
  return RULES.find(([calls]) => calls.test(name))?.[1](node.arguments ?? []);
}

type Rule = (given: readonly ts.Expression[]) => Danger | undefined;

const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^import$/, ([path]) => (path && isConstant(path) ? undefined : 'code from a variable')],
  [/^(?:globalThis\.)?(?:eval|Function)$/, () => 'code from text'],
  [/^(?:\w+\.)?set(?:Timeout|Interval)$/, ([what]) => (what && isText(what) ? 'code from text' : undefined)],
  [/^RegExp$/, ([pattern]) => (pattern && isConstant(pattern) ? undefined : 'a pattern from text')],
  [/^sql\.(?:raw|lit|id)$/, () => 'a query from text'],
  [/\.(?:query|script)$/, ([text]) => (text && isPutTogether(text) ? 'a query from text' : undefined)],
  [/^Math\.random$/, () => 'a number that can be guessed'],
  [/addEventListener$/, ([event]) => (event?.getText() === "'message'" ? 'a message of any window' : undefined)],
  [/^spawn(?:Sync)?$/, dangerOfSpawn],
];

function dangerOfSpawn([program, , options]: readonly ts.Expression[]): Danger | undefined {
  if (options && /\bshell\b/.test(options.getText())) return 'a shell';
  return program?.getText() === 'process.execPath' ? undefined : 'another program';
}

function dangerOfImport(node: ts.ImportDeclaration): Danger | undefined {
  const from = node.moduleSpecifier.getText().slice(1, -1);
  if (/^(?:node:)?vm$/.test(from)) return 'code from text';
  if (!/^(?:node:)?child_process$/.test(from)) return undefined;
  const names = node.importClause?.namedBindings;
  const taken = names && ts.isNamedImports(names) ? names.elements : [];
  const all = taken.map((one) => (one.propertyName ?? one.name).text);
  return all.length > 0 && all.every((name) => WITHOUT_SHELL.includes(name)) ? undefined : 'a shell';
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || isPutTogether(node);
}

function isPutTogether(node: ts.Node): boolean {
  return ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
}

/** Written down where it is used, or a constant by its name: `CARD_PAGES`. */
function isConstant(node: ts.Node): boolean {
  const isNamed = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*(?:\.\w+)?$/.test(node.getText());
  return isNamed || ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node);
}
