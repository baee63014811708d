import type { ScreenProps } from '../screen.ts';
import css from './sign-in.css?url';
import type { SignInTextKey } from './texts.ts';

export const styles = css;

/** `/sign-in`. */
export function Screen({ say }: ScreenProps<SignInTextKey>) {
  return <h1>{say('sign_in_title')}</h1>;
}
