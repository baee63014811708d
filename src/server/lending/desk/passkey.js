// Opens the browser's dialog for a passkey and sends what it answers with the form of the page. Loaded after the page is
// drawn. A dialog that is closed changes nothing: the form's button opens it again.
const words = (name) => WORDS[name][document.documentElement.lang.slice(0, 2)] ?? WORDS[name].es;
const api = globalThis.PublicKeyCredential;
const isThere = Boolean(api?.parseCreationOptionsFromJSON && api.parseRequestOptionsFromJSON && api.prototype.toJSON);
const form = document.querySelector('form[data-passkey]');

async function ask() {
  const { passkey, options } = form.dataset;
  const given = JSON.parse(options);
  const credential =
    passkey === 'create'
      ? await navigator.credentials.create({ publicKey: api.parseCreationOptionsFromJSON(given) })
      : await navigator.credentials.get({ publicKey: api.parseRequestOptionsFromJSON(given) });
  form.elements.credential.value = JSON.stringify(credential);
  form.submit();
}

// Closed, timed out, opened twice: nothing of it is news to the person who did it.
const open = () => ask().catch(() => undefined);

function offer(where) {
  const way = document.createElement('form');
  const button = document.createElement('button');
  way.method = 'post';
  way.action = `/desk/passkey${location.search}`;
  button.className = 'btn';
  button.textContent = words('offer');
  way.append(button);
  where.after(way);
}

if (form && isThere) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    open();
  });
  open();
}
if (!isThere) {
  for (const place of document.querySelectorAll('[data-passkey], form[action="/desk/account/add-passkey"]')) {
    const told = document.createElement('p');
    told.className = 'note';
    told.textContent = words('none');
    place.replaceWith(told);
  }
  for (const link of document.querySelectorAll('a[href^="/desk/account/add-passkey"]')) link.remove();
}
const signIn = document.querySelector('form[action^="/desk/sign-in"]');
if (isThere && signIn) offer(signIn);
