import { PAGE_RULES } from '#api/page-kind.ts';
import { LANDING_SCRIPT } from './landing-host.ts';
import { MAINTENANCE_FILE } from './maintenance.ts';
import type { MovedPage } from './moved-pages.ts';
import {
  ALWAYS,
  ALWAYS_OPEN,
  FILE_PATH,
  IMMUTABLE_CACHE,
  NO_PAGE_POLICY,
  PAGE_CACHE,
  type PagePolicies,
  RETRY_MAINTENANCE_S,
} from './page-headers.ts';

/** The facts of a release that nginx needs; it cannot read `release.json`. */
export interface NginxFacts {
  readonly policies: PagePolicies;
  readonly maintenance: boolean;
  readonly framers: readonly string[];
  readonly landingHosts: readonly string[];
  readonly movedPages: readonly MovedPage[];
}

/**
 * Two files of every release that make nginx send the same headers as our server: `nginx-maps.conf` for the `http`
 * level and `nginx-headers.conf` for the `server` level. `.config/nginx.conf` shows where they are included; nginx
 * must be reloaded after a release, because policies contain the hashes of its pages.
 */
export function nginxFiles(facts: NginxFacts): Readonly<Record<'nginx-maps.conf' | 'nginx-headers.conf', string>> {
  return { 'nginx-maps.conf': maps(facts), 'nginx-headers.conf': headers() };
}

function maps({ policies, maintenance, framers, landingHosts, movedPages }: NginxFacts): string {
  const framable = framers.length > 0 ? PAGE_RULES.framable : undefined;
  const only = (value: string): [string, string][] => (framable ? [[match(framable), value]] : []);
  return [
    // Addresses are longer than nginx expects, and there may be thousands.
    'map_hash_bucket_size 1024;\nmap_hash_max_size 65536;\n',
    map('$uri', '$manay_policy', policies.marketing, [
      [match(FILE_PATH), NO_PAGE_POLICY],
      [match(PAGE_RULES.card), policies.card],
      [match(PAGE_RULES.strict), policies.strict],
    ]),
    map('$uri', '$manay_ancestors', "'none'", only(framers.join(' '))),
    map('$uri', '$manay_frame_options', 'DENY', only('')),
    map('$uri', '$manay_resource_policy', 'same-origin', only('cross-origin')),
    map('$uri', '$manay_cache', 'public, max-age=3600', [
      [match('^/(?:_astro|fonts)/'), IMMUTABLE_CACHE],
      [match(`(?:/|\\.html|/${MAINTENANCE_FILE.replace('.', '\\.')})$`), PAGE_CACHE],
    ]),
    // Assets stay reachable during maintenance: the maintenance page needs them.
    map('$uri', '$manay_down', maintenance ? '1' : '0', [
      [match('\\.[a-z0-9]+$'), '0'],
      [match(ALWAYS_OPEN), '0'],
    ]),
    map('$manay_down', '$manay_retry_after', '', [['1', String(RETRY_MAINTENANCE_S)]]),
    map(
      '$host',
      '$manay_landing',
      '0',
      landingHosts.map((host) => [host.replace(/:\d+$/, ''), '1']),
    ),
    map('$manay_landing', '$manay_home', '/index.html', [['1', '/landing/index.html']]),
    map('$manay_landing', '$manay_landing_script', '', [['1', LANDING_SCRIPT]]),
    map('$uri', '$manay_moved', '', movedCases(movedPages)),
  ].join('\n');
}

function headers(): string {
  const lines = [
    ...Object.entries(ALWAYS),
    ['Content-Security-Policy', '$manay_policy; frame-ancestors $manay_ancestors'],
    ['X-Frame-Options', '$manay_frame_options'],
    ['Cross-Origin-Resource-Policy', '$manay_resource_policy'],
    ['Cache-Control', '$manay_cache'],
    ['Retry-After', '$manay_retry_after'],
  ].map(([name, value]) => `add_header ${name} "${value}" always;`);
  return `${lines.join('\n')}\n`;
}

/**
 * With and without the slash. nginx takes no notice of capitals in an address, and does not start with one twice; in an
 * expression it does. Expressions are tried one by one, so only what differs from another in capitals alone is one.
 */
function movedCases(movedPages: readonly MovedPage[]): [string, string][] {
  const moved = new Map(movedPages.map(({ from, to }) => [from, to]));
  const alike = new Map<string, Set<string>>();
  for (const address of [...moved].flat()) {
    const key = address.toLowerCase();
    alike.set(key, (alike.get(key) ?? new Set()).add(address));
  }
  return [...moved].flatMap(([from, to]): [string, string][] => {
    const bare = from.slice(0, -1);
    const isAlone = alike.get(from.toLowerCase())?.size === 1;
    return isAlone
      ? [
          [from, to],
          [bare, to],
        ]
      : [[match(`^${escaped(bare)}/?$`), to]];
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^$()[\]|]/g, '\\$&');
}

/** A regular expression in nginx's syntax. */
function match(expression: string): string {
  return `~${expression}`;
}

function map(from: string, to: string, byDefault: string, cases: readonly (readonly [string, string])[]): string {
  const lines = [['default', byDefault] as const, ...cases].map(([key, value]) => `  ${quote(key)} ${quote(value)};`);
  return `map ${from} ${to} {\n${lines.join('\n')}\n}\n`;
}

/** Our values need no escaping; a value that would is an error and must not reach the file. */
function quote(text: string): string {
  if (/["\n\r]/.test(text) || (text.includes('$') && !text.startsWith('~'))) {
    throw new Error(`nginx cannot be told: ${text}`);
  }
  // In double quotes nginx treats a backslash as an escape.
  return `"${text.replaceAll('\\', '\\\\')}"`;
}
