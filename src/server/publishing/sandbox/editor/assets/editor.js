/* What the editor's pages do better with a script; all of it works without. */

const story = document.querySelector('#story');
if (story) {
  rememberOpenBlocks();
  guardUnsaved(story);
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
    event.preventDefault();
    story.requestSubmit(story.querySelector('.bar button[value="save"]'));
  });
}
const publishing = document.querySelector('[data-poll]');
if (['publishing', 'paused'].includes(publishing?.dataset.state)) void follow(publishing);
openTarget();
addEventListener('hashchange', openTarget);

/** Saving loads the page again: what was open stays open. */
function rememberOpenBlocks() {
  const key = `editor:open:${location.pathname}`;
  const open = new Set(JSON.parse(sessionStorage.getItem(key) ?? '[]'));
  for (const details of document.querySelectorAll('.block > details')) {
    const { id } = details.parentElement;
    if (open.has(id)) details.open = true;
    details.addEventListener('toggle', () => {
      if (details.open) open.add(id);
      else open.delete(id);
      sessionStorage.setItem(key, JSON.stringify([...open]));
    });
  }
}

function guardUnsaved(form) {
  let isChanged = false;
  form.addEventListener('input', () => {
    isChanged = true;
    form.dataset.changed = '';
  });
  form.addEventListener('submit', (event) => {
    const isRemoved = event.submitter?.value.startsWith('remove:') && !confirm(form.dataset.remove);
    if (isRemoved || isTooLarge(form)) return event.preventDefault();
    isChanged = false;
  });
  addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault();
  });
}

const LARGEST_FORM_BYTES = 2 * 1024 * 1024;

/** A form that would be refused is not sent: what was typed stays where it is. */
function isTooLarge(form) {
  const isLarge = `${new URLSearchParams(new FormData(form))}`.length > LARGEST_FORM_BYTES;
  if (isLarge) alert(form.dataset.tooLarge);
  return isLarge;
}

/** A link to a field inside a closed block opens what it is in. */
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  const own = target.querySelector(':scope > details');
  if (own) own.open = true;
  if (target.matches('input, textarea, select, fieldset')) target.focus();
  target.scrollIntoView({ block: 'center' });
}

/** Another state is another page: it is loaded again. */
async function follow(page) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const response = await fetch(page.dataset.poll).catch(() => undefined);
    // The session has ended: without one nobody is told anything.
    if (response?.redirected) return location.reload();
    const answer = await response?.json().catch(() => undefined);
    if (!answer?.state || answer.state === 'unknown') continue;
    if (answer.state !== page.dataset.state) return location.reload();
    const seconds = answer.seconds === undefined ? '' : `${answer.seconds.toFixed(1)} s`;
    for (const place of page.querySelectorAll('[data-seconds]')) place.textContent = seconds;
  }
}
