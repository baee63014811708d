import { PasswordField } from '#ui/field/password-field.tsx';
import { RadioGroup } from '#ui/field/radio-group.tsx';
import type { BoundField } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';

interface FieldProps<
  Key extends
    | 'sign_up_document'
    | 'sign_up_document_DNI'
    | 'sign_up_document_CE'
    | 'sign_up_password'
    | 'sign_up_password_help',
> extends Pick<ScreenProps<Key>, 'say'> {
  readonly field: BoundField<string>;
}

/** The choice between DNI and CE. */
export function DocumentTypeField({
  field,
  say,
}: FieldProps<'sign_up_document' | 'sign_up_document_DNI' | 'sign_up_document_CE'>) {
  const choices = (['DNI', 'CE'] as const).map((value) => ({ value, label: say(`sign_up_document_${value}`) }));
  return <RadioGroup {...field} label={say('sign_up_document')} choices={choices} />;
}

/** A new password: the autocomplete token lets browsers suggest one. */
export function NewPasswordField({ field, say }: FieldProps<'sign_up_password' | 'sign_up_password_help'>) {
  return (
    <PasswordField
      {...field}
      label={say('sign_up_password')}
      help={say('sign_up_password_help')}
      autoComplete="new-password"
      texts={{ show: say('client_show_password'), hide: say('client_hide_password') }}
    />
  );
}
