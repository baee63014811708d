import type { BoundField } from './use-form.ts';

type Correction = Pick<BoundField<string>, 'value' | 'onChange'>;

/**
 * Makes the props of a question about a field on the same page. Its button goes when it is pressed; who pressed it by
 * keyboard goes on in the field. Not after a tap, because a phone's keyboard would come up again over what was just
 * answered.
 */
export function correctInField({ id, value, onChange }: BoundField<string>): Correction {
  return {
    value,
    onChange: (meant) => {
      const isByKeyboard = document.activeElement?.matches(':focus-visible');
      onChange(meant);
      if (isByKeyboard) document.getElementById(id)?.focus();
    },
  };
}
