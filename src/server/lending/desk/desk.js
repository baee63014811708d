// Comfort for the keyboard: "/" goes to the search. Everything works without it. A form may be sent again after Stop or a
// lost network: the server does it once.
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.getElementById('q');
  if (!field) return;
  event.preventDefault();
  field.focus();
});
document.querySelector('[aria-invalid="true"]')?.focus();
