import { RadioGroup } from '#ui/field/radio-group.tsx';
import type { BoundField } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';

interface Props extends Pick<ScreenProps<'sign_up_document' | 'sign_up_document_DNI' | 'sign_up_document_CE'>, 'say'> {
  readonly field: BoundField<string>;
}

/** The choice between DNI and CE. */
export function DocumentTypeField({ field, say }: Props) {
  const choices = (['DNI', 'CE'] as const).map((value) => ({ value, label: say(`sign_up_document_${value}`) }));
  return <RadioGroup {...field} label={say('sign_up_document')} choices={choices} />;
}
