// Comfort for the keyboard: "/" goes to the search, and a form is sent once. Everything works without it.
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.getElementById('q');
  if (!field) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = 'yes';
});
document.querySelector('[aria-invalid="true"]')?.focus();
