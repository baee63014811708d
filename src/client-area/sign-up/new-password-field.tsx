import { PasswordField } from '#ui/field/password-field.tsx';
import type { BoundField } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';

interface Props extends Pick<ScreenProps<'sign_up_password' | 'sign_up_password_help'>, 'say'> {
  readonly field: BoundField<string>;
}

/** A new password: the autocomplete token lets browsers suggest one. */
export function NewPasswordField({ field, say }: Props) {
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
