import { describe, expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const SERVERS = ['src/server', 'src/storyblok', 'src/tools', '.config'].flatMap((folder) => filesUnder(folder));
const CODE = SERVERS.filter((file) => /\.(?:ts|mjs|cjs)$/.test(file) || file.startsWith('.config/'));

/** Modules that open connections, and who may: each goes where one variable says (src/tools/README.md). */
const CONNECTING: Readonly<Record<string, readonly string[]>> = {
  pg: ['src/server/kit/db.ts', 'src/server/publishing/publisher/build-lock.ts'],
  nodemailer: ['src/server/lending/gateways/email/smtp-email.ts'],
};
/** Of these the names in parentheses open none: they listen, or read an address. */
const NODE =
  /^import (?!type )(?:\{([^}]*)\}|.*) from '(?:node:)?(https?|http2|net|tls|dgram|dns(?:\/promises)?|undici)'/gm;
const OPENS_NONE = new Set([
  'BlockList',
  'createServer',
  'isIP',
  'isIPv4',
  'isIPv6',
  'ServerResponse',
  'SocketAddress',
  'STATUS_CODES',
]);

/** Words about a setting are not the setting. */
function withoutWords(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** Beside the commands: a start says to whoever is at the terminal how it goes. */
const PRINTS = [
  'src/server/lending/main.ts',
  'src/server/publishing/announce.ts',
  'src/server/publishing/main.ts',
  'src/server/publishing/preview/main.ts',
  'src/server/start/main.ts',
];

function waysOut(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([file, text]) => [
    ...[...text.matchAll(NODE)]
      .filter(([, names = '*']) =>
        names.split(',').some((name) => !OPENS_NONE.has(name.trim()) && !name.trim().startsWith('type ')),
      )
      .map(([, , module]) => `${file}: ${module}`),
    ...Object.entries(CONNECTING)
      .filter(([module, allowed]) => text.includes(`from '${module}'`) && !allowed.includes(file))
      .map(([module]) => `${file}: ${module}`),
    // The linter forbids the plain name; this one it does not see. As a type it sends nothing.
    ...[...text.matchAll(/(?<!typeof )globalThis\.fetch/g)]
      .filter(() => file !== 'src/server/kit/outgoing.ts' && file !== 'src/tools/content-push/redirect.mjs')
      .map(() => `${file}: globalThis.fetch`),
  ]);
}

describe('requests leave our servers through one function', () => {
  test('no file opens a connection by another way', {
    tags: ['asvs-13.1.1', 'asvs-13.2.4', 'promise-who-is-given-data'],
  }, () => {
    expect(CODE.length).toBeGreaterThan(400);
    expect(waysOut(Object.fromEntries(CODE.map((file) => [file, read(file)])))).toEqual([]);
  });

  test('no file lets a certificate go unchecked', { tags: 'asvs-12.3.2' }, () => {
    const unchecked = /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED: |checkServerIdentity: |minVersion: /;
    expect(CODE.filter((file) => unchecked.test(withoutWords(read(file))))).toEqual([]);
  });

  test('lines of a log are written by one file, to standard output; commands print', {
    tags: ['asvs-16.1.1', 'asvs-16.2.3'],
  }, () => {
    const writing = CODE.filter((file) => /from 'pino'|createWriteStream|appendFile|syslog/.test(read(file)));
    expect(writing).toEqual(['src/server/kit/log.ts']);
    expect(read('src/server/kit/log.ts')).not.toMatch(/transport|destination\(/);
    const printing = CODE.filter((file) => /\bconsole\.|process\.std(?:out|err)\.write/.test(withoutWords(read(file))));
    expect(printing.filter((file) => !file.startsWith('src/tools/'))).toEqual(PRINTS);
  });

  test('Astro reports nothing to its makers: every process that runs it says so', () => {
    const starting = CODE.filter((file) => read(file).includes('bin/astro.mjs'));
    expect(starting).toEqual(['src/server/publishing/publisher/astro-build.ts']);
    expect(starting.filter((file) => !read(file).includes("ASTRO_TELEMETRY_DISABLED: '1'"))).toEqual([]);
  });
});
