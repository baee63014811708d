// Comfort for the keyboard: "/" goes to the search, "?" shows what the keys do, arrows go from row to row, and Enter opens
// the link that they have reached. Everything works without it. A form may be sent again after Stop or a lost network: the
// server does it once.
const isRow = (row) => row.querySelector('a');

function openRow(step) {
  const rows = [...document.querySelectorAll('main tbody tr')].filter(isRow);
  const at = rows.indexOf(document.activeElement?.closest?.('tr'));
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step];
  next?.querySelector('a').focus();
  return next !== undefined;
}

const KEYS = {
  '/': () => {
    const field = document.getElementById('q');
    field?.focus();
    return field !== null;
  },
  '?': () => {
    const keys = document.getElementById('keys');
    if (!keys) return false;
    keys.open = !keys.open;
    if (keys.open) keys.querySelector('summary').focus();
    return true;
  },
  ArrowDown: () => openRow(1),
  ArrowUp: () => openRow(-1),
};

document.addEventListener('keydown', (event) => {
  // In a field they have a meaning of their own.
  const isTyping = event.target.closest?.('input, textarea, select');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (Object.hasOwn(KEYS, event.key) && KEYS[event.key]()) event.preventDefault();
});
// On a phone what comes after the work of the day is folded at first; without this script it is open.
const phone = globalThis.matchMedia?.('(max-width: 40em)');
const fold = () => {
  for (const part of document.querySelectorAll('details.fold')) part.open = !phone.matches;
};
if (phone?.matches) fold();
// A window that gets wider has no names to open its folds with.
phone?.addEventListener('change', fold);
document.querySelector('[aria-invalid="true"]')?.focus();
// Passkeys, once the page is drawn.
if (/^\/desk\/(?:sign-in|passkey|account)/.test(location.pathname))
  requestAnimationFrame(() => setTimeout(() => import('./passkey.js')));
