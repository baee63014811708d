import { RadioGroup } from '#ui/field/radio-group.tsx';
import type { FormStore, FormValues } from '../form/form.store.ts';
import { type BoundField, type BoundForm, useForm } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';

interface Props extends Pick<ScreenProps<'sign_up_document' | 'sign_up_document_DNI' | 'sign_up_document_CE'>, 'say'> {
  readonly field: BoundField<string>;
}

/** Creates a form that asks for a document; an invalid number is reported in the words of the chosen type alone. */
export function useDocumentForm<Values extends FormValues & { readonly documentType: string }>(
  create: () => FormStore<Values>,
  { say, sayError }: Pick<ScreenProps, 'say' | 'sayError'>,
): BoundForm<Values> {
  let type = '';
  const form = useForm(create, {
    say,
    sayError: (field, code) =>
      sayError(field, field === 'documentNumber' && code === 'invalid' ? `invalid_${type}` : code),
  });
  type = form.state.values.documentType;
  return form;
}

/** The choice between DNI and CE. */
export function DocumentTypeField({ field, say }: Props) {
  const choices = (['DNI', 'CE'] as const).map((value) => ({ value, label: say(`sign_up_document_${value}`) }));
  return <RadioGroup {...field} label={say('sign_up_document')} choices={choices} />;
}
