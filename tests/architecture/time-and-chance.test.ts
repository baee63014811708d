import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const FOLDERS = ['src/server/lending', 'src/server/kit'];
const FILES = FOLDERS.flatMap((folder) => filesUnder(folder)).filter((file) => file.endsWith('.ts'));

/** Real time, each with its reason; everything else asks the clock of its context. */
const REAL_TIME: Readonly<Record<string, string>> = {
  'src/server/kit/db-lock.ts': 'since when this process runs',
  'src/server/kit/log.ts': 'when a line was written',
  'src/server/kit/write-file.ts': 'the age of a file on a disk',
  'src/server/lending/gateways/payout/bank-file-payout.ts': 'the age of a file on a disk',
  'src/server/lending/metrics.ts': 'since when this process runs',
  'src/server/lending/parameters/seed-parameters.ts': 'a database is prepared before there is a clock',
};
/** Where the clock itself gets it. */
const CLOCKS = ['src/server/kit/clock.ts', 'src/server/lending/parameters/sandbox-clock.ts'];

/** Takes of `node:crypto` what nobody may guess, each with what it is; all else is drawn from the source of identifiers. */
const SECRETS: Readonly<Record<string, string>> = {
  'src/server/kit/passwords.ts': 'the salt of a password',
  'src/server/kit/secret.ts': 'tokens of sessions and links',
  'src/server/kit/totp.ts': 'the secret of an authenticator app',
  'src/server/kit/uuid.ts': 'identifiers, unless a test chose their source',
  'src/server/kit/vault.ts': 'data keys and nonces',
  'src/server/lending/complaints/tracking-key.ts': 'the key that opens a complaint',
  'src/server/lending/gateways/card/sandbox-niubiz.ts': 'tokens of the sandbox’s provider',
  'src/server/lending/gateways/cash-code/sandbox-pagoefectivo.ts': 'tokens of the sandbox’s provider',
  'src/server/lending/gateways/tax-documents/sandbox-certificate.ts': 'the key of the sandbox’s certificate',
  'src/server/lending/people/store/challenge-store.ts': 'codes of clients',
  'src/server/lending/people/vault-keys.ts': 'keys of the vault',
  'src/server/lending/staff/staff-challenges.ts': 'recovery codes of colleagues',
};

const TIME = /\bDate\.now\b|new Date\(\)|\bTemporal\.Now\b|\bsql`[^`]*\b(?:now\(\)|current_timestamp|clock_timestamp)/;
const CHANCE =
  /\b(?:randomUUID|randomInt|randomBytes|getRandomValues|generateKeyPairSync|generateKeySync)\b|Math\.random/;
/** Columns that PostgreSQL dated itself before the rule; a parameter's proves that it is of the seeds. */
const DATED_BY_THE_DATABASE = [
  '0002-parameters.sql: created_at timestamptz not null default now(),',
  '0002-parameters.sql: created_at timestamptz not null default now()',
  '0003-people.sql: created_at timestamptz not null default now(),',
  '0004-messages.sql: created_at timestamptz not null default now(),',
  '0004-messages.sql: next_attempt_at timestamptz not null default now(),',
  '0006-complaints.sql: created_at timestamptz not null default now(),',
  '0007-loans.sql: created_at timestamptz not null default now(),',
];

/** Statements without their comments, which may name what they do not do. */
const code = (text: string): string => text.replace(/^\s*(?:\/\*\*|\*|\/\/|--).*$/gm, '');
const filesWith = (pattern: RegExp): string[] => FILES.filter((file) => pattern.test(code(read(file)))).sort();

const DRAWS = /^(?:uuidv4|uuidv7|drawNumber)$/;
const SECRET_NAME = /secret|token|nonce|salt|password|otp|apikey|(?:recovery|challenge|login)code/i;

/** Names of secrets whose value is drawn from the source of identifiers, where it is made or where it is returned. */
function drawnSecrets(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, of: { readonly value: string[]; readonly returned: string[] }): void => {
    if (ts.isCallExpression(node) && DRAWS.test(node.expression.getText(tree))) {
      found.push(...of.value.filter((name) => SECRET_NAME.test(name)).map((name) => `${file}: ${name}`));
    }
    const inside = namesInside(node, of);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(tree, { value: [], returned: [] });
  return found;
}

function namesInside(node: ts.Node, { value, returned }: { readonly value: string[]; readonly returned: string[] }) {
  if (ts.isFunctionDeclaration(node)) return { value: [], returned: node.name ? [node.name.text] : [] };
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { value, returned: value };
  // What is made in a block is another thing than what the block is for.
  if (ts.isBlock(node)) return { value: [], returned };
  if (ts.isReturnStatement(node)) return { value: returned, returned };
  const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
  return isNamed ? { value: [...value, node.name.getText()], returned } : { value, returned };
}

describe('a year that is lived twice ends the same, because', () => {
  test('instants come from the clock of the context', () => {
    expect(FILES.length).toBeGreaterThan(500);
    expect(filesWith(TIME)).toEqual([...CLOCKS, ...Object.keys(REAL_TIME)].sort());
  });

  test('no column is dated by the database', () => {
    const lines = filesUnder('src/server/lending/migrations').flatMap((file) =>
      code(read(file))
        .split('\n')
        .filter((line) => /default\s+(?:now\(\)|current_timestamp|clock_timestamp|gen_random_uuid)/i.test(line))
        .map((line) => `${file.split('/').at(-1)}: ${line.trim()}`),
    );
    expect(lines).toEqual(DATED_BY_THE_DATABASE);
  });

  test('identifiers come from their source, and node:crypto makes secrets alone', () => {
    expect(filesWith(CHANCE)).toEqual(Object.keys(SECRETS).sort());
  });
});

describe('who knows the seed knows no secret, because', () => {
  test('nothing that must stay secret is drawn from the source of identifiers', () => {
    expect(FILES.flatMap((file) => drawnSecrets(file, read(file)))).toEqual([]);
  });

  test('a secret that is drawn from it is found', () => {
    const planted = `const token = \`\${uuidv4()}\`; const row = { salt: drawNumber(0, 9) }; const id = uuidv7(now);
      function newSecret() { return uuidv4(); }`;
    expect(drawnSecrets('planted.ts', planted)).toEqual([
      'planted.ts: token',
      'planted.ts: salt',
      'planted.ts: newSecret',
    ]);
  });

  test('the product never chooses the source', () => {
    const named = filesUnder('src').filter((file) => /\.tsx?$/.test(file) && read(file).includes('withIdentifiers'));
    expect(named).toEqual(['src/server/kit/uuid.ts']);
  });
});
