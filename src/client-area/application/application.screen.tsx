import { environment } from '#stores/environment.ts';
import type { ScreenProps } from '../screen.ts';
import type { ApplicationTextKey } from './texts.ts';

/**
 * `/application`: its guard redirects to the client's next screen (design §8), so this shows only when the next screen
 * is unknown.
 */
export function Screen({ say }: ScreenProps<ApplicationTextKey>) {
  return (
    <div className="wrap narrow page stack">
      <h1>{say('application_title')}</h1>
      <p>{say('application_lead')}</p>
      <button type="button" className="btn" onClick={() => environment().location().reload()}>
        {say('client_retry')}
      </button>
    </div>
  );
}
