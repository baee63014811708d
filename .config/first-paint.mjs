import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const CARD = /<div class="calculator"/;
const TEMPLATE = /<template\b/;
const STYLE_SHEET = /<link rel="stylesheet" href="(\/_astro\/[\w.-]+\.css)">/g;
const STYLE_SOURCES = /(<meta http-equiv="content-security-policy" content="[^"]*?\bstyle-src(?:-elem)? )/;
const SCRIPT_SOURCES = /(<meta http-equiv="content-security-policy" content="[^"]*?\bscript-src(?:-elem)? )/;
/** Notes a tap on a button of a card whose script is not there yet (early-script.ts plays it back). */
const NOTE_TAPS =
  'calcTaps=[];addEventListener("click",e=>{let b=e.target.closest(".calc .step button");b&&window.calcTaps?.push(b)},true)';
/** Where a client's calculator replaces the visitors': a session is said before anything is drawn (signed-in.ts). */
const CLIENTS_WAIT = /<div class="calculator"[^>]*\sdata-clients-wait/;
const SIGNED_IN = ';/\\bauth=/.test(document.cookie)&&(document.documentElement.className="signed-in")';
/** The header is the first that is painted: a frame before it, with nothing to show, would only delay it. */
const HEADER = /<header\b[^>]*\sid="top"/;
const WAIT_FOR_HEADER = '<link rel="expect" href="#top" blocking="render">';
/** An inline module runs when the page has been read, wherever it stands. */
const INLINE_MODULE = /<script type="module">((?:(?!<\/script>)[\s\S])*)<\/script>/g;
const CARD_SCRIPT =
  /(<div class="calculator"(?:(?!<script\b)[\s\S])*)<script type="module">((?:(?!<\/script>)[\s\S])*)<\/script>/;

/**
 * A page with a calculator paints and answers without another request (decision 126): its style sheet stands in the
 * page, allowed by its hash, and the card's script runs as soon as it has been read and not when the page has. A
 * browser that has read a script paints before it reads on: so no other script stands before it.
 * @param {string} outDir the built site, with a slash at the end
 * @returns {Promise<(html: string) => Promise<string>>}
 */
export async function firstPainter(outDir) {
  const known = new Map();
  const styleOf = async (url) => {
    if (!known.has(url)) known.set(url, (await readFile(`${outDir}${url.slice(1)}`, 'utf8')).trim());
    return known.get(url);
  };
  return async (html) => {
    if (!CARD.test(html)) return html;
    // What stands in a template is not asked for.
    const end = html.search(TEMPLATE);
    const urls = [...html.slice(0, end).matchAll(STYLE_SHEET)].map(([link, url]) => [link, url]);
    let page = withScriptsAfterTheCard(withCardScript(html));
    const first = CLIENTS_WAIT.test(html) ? NOTE_TAPS + SIGNED_IN : NOTE_TAPS;
    const wait = HEADER.test(html) ? WAIT_FOR_HEADER : '';
    page = page.replace('</title>', () => `</title>${wait}<script>${first}</script>`);
    page = page.replace(SCRIPT_SOURCES, (before) => before + hashOf(first));
    for (const [link, url] of urls) {
      const css = await styleOf(url);
      page = page.replace(link, () => `<style>${css}</style>`);
      page = page.replace(STYLE_SOURCES, (before) => before + hashOf(css));
    }
    return page;
  };
}

/** A module would wait for a task of its own, behind the frames of a page that is still being read. */
function withCardScript(html) {
  let code = '';
  const page = html.replace(CARD_SCRIPT, (_, before, module) => {
    code = `(()=>{"use strict";${module}})()`;
    return `${before}<script>${code}</script>`;
  });
  if (code === '') throw new Error('a page with a calculator has no script of its card');
  return page.replace(SCRIPT_SOURCES, (before) => before + hashOf(code));
}

function withScriptsAfterTheCard(html) {
  const moved = [];
  const card = html.search(CARD);
  const before = html.slice(0, card).replace(INLINE_MODULE, (script) => {
    moved.push(script);
    return '';
  });
  return (before + html.slice(card)).replace('</body>', () => `${moved.join('')}</body>`);
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}' `;
}
