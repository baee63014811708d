import { createHash } from 'node:crypto';

const CARD = /<div class="calculator"/;
const SCRIPT_SOURCES = /(<meta http-equiv="content-security-policy" content="[^"]*?\bscript-src(?:-elem)? )/;
/** Notes a tap on a button of a card whose script is not there yet (early-card.ts plays it back). */
const NOTE_TAPS =
  'calcTaps=[];addEventListener("click",e=>{let b=e.target.closest("astro-island:not([data-live]) .step button");b&&window.calcTaps?.push(b)},true)';
/** A client's calculator replaces the visitors': the session must be marked before anything is drawn (signed-in.ts). */
const SIGNED_IN = ';/\\bauth=/.test(document.cookie)&&(document.documentElement.className="signed-in")';
/** The header is the first that is painted: a frame before it, with nothing to show, would only delay it. */
const HEADER = /<header\b[^>]*\sid="top"/;
const WAIT_FOR_HEADER = '<link rel="expect" href="#top" blocking="render">';
/** An inline module runs when the page has been read, wherever it stands. */
const INLINE_MODULE = /<script type="module">((?:(?!<\/script>)[\s\S])*)<\/script>/g;
const CARD_SCRIPTS =
  /((?:<script>(?:(?!<\/script>)[\s\S])*<\/script>)+)(<astro-island [^>]*? client="act"[^>]*?)(?: await-children(?:="")?)([\s\S]*?)<!--astro:end-->(<\/astro-island>)/;

/**
 * A page with a calculator answers without another request (decision 126): the card's script runs as soon as it has been
 * read and not when the page has. A browser that has read a script paints before it reads on: so no other script stands
 * before it. Without it the first frame has nothing to show, and a tap before the script is lost.
 * @param {string} html
 * @returns {string}
 */
export function firstPaint(html) {
  if (!CARD.test(html)) return html;
  const first = NOTE_TAPS + SIGNED_IN;
  const wait = HEADER.test(html) ? WAIT_FOR_HEADER : '';
  return withScriptsAfterTheCard(withCardScript(html))
    .replace('</title>', () => `</title>${wait}<script>${first}</script>`)
    .replace(SCRIPT_SOURCES, (before) => before + hashOf(first));
}

/** Astro writes the directive and its own script before the island, which then waits for the rest of the page. */
function withCardScript(html) {
  const page = html.replace(CARD_SCRIPTS, (_, scripts, island, card, end) => island + card + end + scripts);
  if (page === html) throw new Error('a page with a calculator has no script of its card');
  return page;
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
