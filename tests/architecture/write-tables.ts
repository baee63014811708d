/**
 * `npm run tables`: writes into the pages what they print of the code, so that both say the same; with `--sheets` the
 * evidence of the tests into `.data/sheets/`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSheets } from '#tests/evidence/sheets.ts';
import { accessSheet, PRINTED_TABLES, withTable } from './printed-tables.ts';
import { ROOT, read } from './source-tree.ts';

for (const table of PRINTED_TABLES) {
  const [was, wanted] = [read(table.file), withTable(read(table.file), table)];
  if (was !== wanted) writeFileSync(join(ROOT, table.file), wanted);
  console.log(`${table.file}: ${table.name} ${was === wanted ? 'is current' : 'written'}`);
}

if (process.argv.includes('--sheets')) {
  for (const file of writeSheets(join(ROOT, '.data/sheets'), { 'access.md': accessSheet() })) console.log(file);
}
