/* What the editor's pages do better with a script; all of it works without. */

const story = document.querySelector('#story');
if (story) {
  rememberOpenBlocks();
  guardUnsaved(story);
  countCharacters(story);
}
const publishing = document.querySelector('.publishing[data-state]');
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

/** The number of characters is kept beside a text while it is typed. */
function countCharacters(form) {
  form.addEventListener('input', ({ target }) => {
    const count = document.getElementById(`${target.id}-count`)?.firstElementChild;
    if (!count) return;
    count.textContent = target.value.length;
    count.parentElement.classList.toggle('problem', target.value.length > Number(count.dataset.limit));
  });
}

function guardUnsaved(form) {
  let isChanged = false;
  form.addEventListener('input', () => {
    isChanged = true;
    form.dataset.changed = '';
  });
  form.addEventListener('submit', (event) => {
    const isRemoved = event.submitter?.value.startsWith('remove:') && !confirm(form.dataset.remove);
    if (isRemoved) return event.preventDefault();
    isChanged = false;
  });
  addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault();
  });
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

/** Another state is another page, and so is the sign-in at the end of a session: it is loaded again. */
async function follow({ dataset }) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const response = await fetch(location.href).catch(() => undefined);
    const page = response?.ok ? await response.text().catch(() => undefined) : undefined;
    if (page !== undefined && !page.includes(`data-state="${dataset.state}"`)) return location.reload();
  }
}
