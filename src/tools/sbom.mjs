/**
 * `npm run sbom [-- --out bom.json]`: the bill of materials of a release (CycloneDX), from package-lock.json, written
 * by npm itself (decision 0122).
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { npm } from './install.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The bill as text.
 * @returns {string}
 * @throws Error with npm's own words when it cannot write one
 */
export function billOfMaterials(root = ROOT) {
  const parent = mkdtempSync(join(tmpdir(), 'manay-sbom-'));
  // npm calls the product by the name of its folder.
  const folder = join(parent, 'manay');
  try {
    mkdirSync(folder);
    copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(anyVersionOf(join(root, 'package-lock.json'))));
    const { status, stdout, stderr } = npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], folder, 'pipe');
    if (status !== 0) throw new Error(`npm could not write the bill of materials:\n${stderr}`);
    return stdout;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/**
 * npm writes no bill for a tree that does not fit together: some packages ask for peers of other versions than each
 * other's, and one asks for whatever is "latest". A bill says what is there, so here any version will do.
 */
function anyVersionOf(file) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  for (const { dependencies = {}, peerDependencies = {} } of Object.values(lock.packages)) {
    for (const name of Object.keys(peerDependencies)) peerDependencies[name] = '*';
    for (const [name, range] of Object.entries(dependencies)) if (range === 'latest') dependencies[name] = '*';
  }
  return lock;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const out = resolve(values.out ?? join(process.env.DATA_DIR ?? '.data', 'bom.json'));
  const bill = billOfMaterials();
  // It may be the first to make DATA_DIR, which must be private.
  mkdirSync(dirname(out), { recursive: true, mode: 0o700 });
  writeFileSync(out, bill);
  console.log(`${JSON.parse(bill).components.length} packages: ${out}`);
}
