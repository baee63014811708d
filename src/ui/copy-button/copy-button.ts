/** The time for which the button confirms the copy (product-spec §9). */
export const COPIED_MS = 1800;

/**
 * Activates the copy buttons below `root`: they copy their value, confirm it for a moment, and announce it to screen
 * readers. Without script they are hidden.
 */
export function startCopyButtons(root: ParentNode): void {
  const buttons = root.querySelectorAll<HTMLButtonElement>('[data-copy]');
  if (buttons.length === 0) return;
  const region = document.createElement('p');
  region.className = 'sr';
  region.role = 'status';
  document.body.append(region);

  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button, region));
  }
}

async function copy(button: HTMLButtonElement, region: HTMLElement): Promise<void> {
  const { copy: value = '', copied = '' } = button.dataset;
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    // Refused by the browser, or the page is not secure: the number can be selected.
    return;
  }
  button.classList.add('done');
  region.textContent = `${copied}: ${value}`;
  setTimeout(() => {
    button.classList.remove('done');
    region.textContent = '';
  }, COPIED_MS);
}
