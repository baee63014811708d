import { likelyEmail } from '#api/field-rules/likely-email.ts';

/**
 * Asks below a field whether another address was meant, where one letter is wrong in a known domain. A question, never
 * a correction: the form is sent with what is typed.
 * @param sentence with `{email}`
 */
export function askEmailMeant(field: HTMLInputElement, sentence: string): void {
  const place = document.createElement('div');
  // Must be in the page before the question is, to be read out.
  place.setAttribute('aria-live', 'polite');
  field.after(place);
  const ask = (): void => {
    const meant = likelyEmail(field.value.trim());
    place.replaceChildren(...(meant ? [answer(field, meant, sentence)] : []));
  };
  ask();
  field.addEventListener('change', ask);
  // What is typed on is not asked about before it is done.
  field.addEventListener('input', () => place.replaceChildren());
}

function answer(field: HTMLInputElement, meant: string, sentence: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn line sm';
  button.textContent = sentence.replace('{email}', meant);
  button.addEventListener('click', ({ detail }) => {
    field.value = meant;
    // As if it were typed: the form has another text now, and the question goes.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // On a phone the keyboard would come up again over what was just answered.
    if (detail === 0) field.focus();
  });
  return button;
}
