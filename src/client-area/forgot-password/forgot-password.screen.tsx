import type { ScreenProps } from '../screen.ts';
import css from './forgot-password.css?url';
import type { ForgotPasswordTextKey } from './texts.ts';

export const styles = css;

/** `/forgot-password`. */
export function Screen({ say }: ScreenProps<ForgotPasswordTextKey>) {
  return <h1>{say('forgot_title')}</h1>;
}
