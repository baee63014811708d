import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** SUNAT's own sheets, schemas and catalogues with their `judge.sh`; the product does without them. */
const FOLDER = process.env['SUNAT_JUDGES'];
/** Programs that `judge.sh` runs: rules, schema, signature. */
const PROGRAMS = ['java', 'xmllint', 'xmlsec1'];

/** Why the judges cannot be asked here; undefined when they can. */
export function whyNoJudges(): string | undefined {
  if (FOLDER === undefined) return 'SUNAT_JUDGES does not name the folder of SUNAT’s judges';
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  return missing.length > 0 ? `${missing.join(' and ')} is not installed` : undefined;
}

/** The words of a judge about a document: nothing when all of them accept it without a word. */
export interface Judgement {
  readonly accepted: boolean;
  /** Codes of rules, `SCHEMA` and `SIGNATURE`, in the order in which they were said. */
  readonly said: readonly string[];
}

/** Asks SUNAT's judges about signed documents, by their names without an ending. */
export function judge(documents: ReadonlyMap<string, string>): ReadonlyMap<string, Judgement> {
  const dir = mkdtempSync(join(tmpdir(), 'manay-judged-'));
  try {
    const files = [...documents.keys()].map((name) => join(dir, `${name}.xml`));
    for (const [name, xml] of documents) writeFileSync(join(dir, `${name}.xml`), xml);
    const lines = run(files)
      .split('\n')
      .map((line) => line.split('\t'));
    return new Map(
      [...documents.keys()].map((name) => [name, judgementOf(lines.filter(([file]) => file === `${name}.xml`))]),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function run(files: readonly string[]): string {
  try {
    return execFileSync('bash', [join(FOLDER as string, 'judge.sh'), ...files], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    // It ends with 1 when it refuses one.
    return (error as { readonly stdout: string }).stdout;
  }
}

function judgementOf(lines: readonly (readonly string[])[]): Judgement {
  const said = lines.flatMap(([, verdict = '', words = '']) =>
    verdict === 'SCHEMA' || verdict === 'SIGNATURE'
      ? [verdict]
      : (words.match(/errorCode \d{4}|: \d{4}/g) ?? []).map((code) => code.slice(-4)),
  );
  const rules = lines.find(([, verdict]) => verdict === 'accepted' || verdict === 'REFUSED');
  const isBroken = said.includes('SCHEMA') || said.includes('SIGNATURE');
  return { accepted: rules?.[1] === 'accepted' && !isBroken, said: [...new Set(said)] };
}
