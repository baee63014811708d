import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisingSentences } from '#tests/promises/scan.ts';
import { allTexts } from '#tests/promises/texts.ts';
import { promisesOf } from './promises.ts';
import { ASVS, type Claim, evidence, SPECIFICATION } from './tags.ts';

/** Writes the sheets into a folder: each requirement, line and promise with the tests that are tagged with it. */
export function writeSheets(folder: string, tables: Readonly<Record<string, string>>): string[] {
  const proofs = Map.groupBy(evidence(), ({ tag }) => tag);
  const shown = (tag: string): string =>
    (proofs.get(tag) ?? []).map(({ file, title }) => `\`${file}\`: ${title}`).join('<br>');
  const table = (claims: readonly Claim[]): string =>
    claims
      .map(({ tag, level = '', words }) => `| ${tag} | ${level} | ${words.replaceAll('|', '\\|')} | ${shown(tag)} |`)
      .join('\n');
  const head = '| Tag | Level | What | Shown by |\n|---|---|---|---|\n';
  const sentences = promisingSentences(allTexts());
  const promises = promisesOf(sentences).map(({ title, tag, reason, sentences: said }) =>
    [
      `## ${title}`,
      tag ? `Shown by: ${shown(tag)}` : reason,
      said.map(({ es, en }) => `- ${es} / ${en}`).join('\n'),
    ].join('\n\n'),
  );
  const sheets = {
    ...tables,
    'asvs.md': `# ASVS 5.0.0\n\n${head}${table(ASVS)}\n`,
    'specification.md': `# The specification\n\n${head}${table(SPECIFICATION)}\n`,
    'promises.md': `# Promises\n\n${promises.join('\n\n')}\n`,
  };
  mkdirSync(folder, { recursive: true });
  return Object.entries(sheets).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
}
