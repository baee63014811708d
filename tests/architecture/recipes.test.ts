import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT, read } from './source-tree.ts';

/** Collects what the compiler says of each of these modules, as if it were a file of src. */
function complaints(modules: readonly string[]): string[][] {
  const files = new Map(modules.map((text, at) => [join(ROOT, `src/example-${at}.ts`), text]));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, ...more) => {
    const text = files.get(name);
    return text === undefined ? getSourceFile(name, ...more) : ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  };
  const program = ts.createProgram([...files.keys()], { ...options, noEmit: true, types: [] }, host);
  return [...files.keys()].map((name) => {
    const file = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  });
}

test('every example of the recipes compiles', () => {
  const examples = [...read('src/recipes.md').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text);
  expect(examples).toHaveLength(2);
  // The last is wrong: the name in one language alone.
  const wrong = examples.at(-1)?.replace(/displayName: \{.*\}/, "displayName: 'Horario'") ?? '';
  expect(complaints([...examples, wrong])).toEqual([[], [], [expect.stringContaining('not assignable')]]);
});
