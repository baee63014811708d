// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of code are compared as they stand
import { expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const CODE = filesUnder('src').filter((file) => /\.(?:ts|tsx|astro|mjs)$/.test(file));
const onServer = (file: string): boolean => /^src\/(?:server|tools)\//.test(file);

/** The lines of these files that match, as `file: line`. */
function linesOf(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(?:\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

/** Code that opens another address in a browser. */
const OPENS =
  /(?<!const )\blocation(?:\(\))?\.(?:assign|replace)\(|(?<!const )\blocation(?:\.href)?\s*=(?!=)|\bwindow\.open\(|\bdocument\.location\b|navigation\.navigate\(|\.href\s*=(?!=)/;

test('a browser is sent elsewhere only by these lines, none of which takes an address as it was sent', {
  tags: 'asvs-3.7.2',
}, () => {
  expect(
    linesOf(
      CODE.filter((file) => !onServer(file)),
      OPENS,
    ),
  ).toEqual([
    // Home of this site, with the way back in its query.
    'src/client-area/current-screen.store.ts: environment().location().replace(result.href);',
    // The address of a document, through `sitePath`; an object URL of one that was loaded.
    "src/client-area/data/document-file.ts: const tab = window.open('', '_blank');",
    'src/client-area/data/document-file.ts: if (tab) tab.location.href = address;',
    'src/client-area/data/document-file.ts: else environment().location().assign(address);',
    "src/client-area/data/document-file.ts: window.open(url, '_blank');",
    'src/client-area/data/document-file.ts: link.href = URL.createObjectURL(file);',
    // Through `sitePath`.
    'src/client-area/router.ts: else if (replaces) location.replace(href);',
    'src/client-area/router.ts: else location.assign(href);',
    // Addresses of the build: the site's home, the client area, PUBLIC_SITE_URL.
    'src/layouts/account/account.ts: (currentTarget as HTMLAnchorElement).href = leadsOn ? next : leave;',
    'src/layouts/account/account.ts: location.assign(leave);',
    // The client's next screen, an address of the build.
    "src/layouts/interface/interface.astro: for (const logo of document.querySelectorAll<Logo>('[data-next]')) logo.href = logo.dataset.next;",
    // A page of a link on the page, to be prefetched.
    'src/layouts/interface/prefetch.ts: hint.href = page;',
    // The address of the form, which the build wrote.
    'src/public-area/enhance-form.ts: const BROWSER: FormEnvironment = { send: sendForm, go: (address) => location.assign(address) };',
    'src/public-area/enhance-form.ts: link.href = `#${field}`;',
    // Home of this site in its language, and PUBLIC_SITE_URL.
    "src/stores/protected-call.ts: location.assign(sitePath(to ?? '') ?? localePath(localeOfPath(location.pathname), ''));",
    'src/stores/sign-out.ts: environment().location().assign(publicSiteUrl);',
  ]);
});

/** A redirect that is neither to a constant nor through `redirectWithin`. */
const REDIRECTS = /\.redirect\((?!(?:'\/[^']*'|[A-Z]+), 30\d\))|\bLocation['"]?\s*:/;

test('a server redirects to a constant, or through the function that keeps everybody on the site', {
  tags: 'asvs-3.7.2',
}, () => {
  expect(linesOf(CODE.filter(onServer), REDIRECTS)).toEqual([
    "src/server/kit/redirect.ts: return c.redirect(anchor.length > 0 ? `${path}#${encodeURIComponent(anchor.join('#'))}` : path, status);",
    // Where a new resource is, not a redirect.
    'src/server/lending/complaints/file-complaint.ts: return c.json(receipt, 201, { Location: `${COMPLAINTS_PATH}/${receipt.code}` });',
    // SITE_URL of the configuration, and an id that the database made.
    'src/server/lending/payments/routes/complete-card-payment.ts: return c.redirect(completedUrl(context, intent), 303);',
    // A query of the same address.
    "src/server/publishing/sandbox/content-service/cdn-routes.ts: const headers = { Location: `?${pinned}`, 'Cache-Control': 'max-age=0, public, s-maxage=2' };",
  ]);
});

/** Tables whose keys are texts: `constructor` and `toString` are found in every plain object. */
const TABLE = /^(?:export )?const ([A-Z][A-Z_]+)(?:: [^=]*\bRecord<string,.*)? = /gm;

test('no table of a server is looked up by a text that may be the name of a property every object has: tables are Maps, or their own keys are asked for', () => {
  const risky = CODE.filter((file) => !/^src\/tools\/|\/notes\.ts$/.test(file)).flatMap((file) => {
    const source = read(file);
    const textual = [...source.matchAll(TABLE)].flatMap(([whole, name = '']) =>
      whole.includes('Record<string') ? [name] : [],
    );
    const cast = [...source.matchAll(/\b([A-Z][A-Z_]+)\[[\w.]+ as (?:keyof typeof )?[A-Z]\w*\]/g)].map(
      ([, name = '']) => name,
    );
    const isChecked = (name: string): boolean =>
      source.includes(`Object.hasOwn(${name}, `) || source.includes(`${name}.includes(`);
    const looked = textual.filter((name) => new RegExp(`\\b${name}\\[(?!['"\`])`).test(source));
    const inside = [...source.matchAll(/(?:\?|\(|&&|\|\|) ?!?\w+ in ([A-Z][A-Z_]+)\b/g)].map(([, name = '']) => name);
    return [...new Set([...looked, ...cast, ...inside])]
      .filter((name) => !isChecked(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(risky).toEqual([
    // An account of a posting that the engine made.
    'src/loan/accounting.ts: INCOME_OF',
  ]);
});
