import { useRef, useState } from 'react';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { notify } from '../frame/notice.ts';
import { focusHeadingBefore } from '../steps/step-focus.ts';
import { useStore } from '../use-store.ts';
import { createMarketingPrompt } from './marketing-prompt.store.ts';
import type { ProfileTextKey } from './texts.ts';

/**
 * Asks for consent to offers, below everything about the loan. Both buttons look alike, and neither gives consent,
 * because that is done per channel on a screen of its own.
 */
export function MarketingPrompt({ say }: Pick<ScreenProps<ProfileTextKey>, 'say'>) {
  const section = useRef<HTMLDetailsElement>(null);
  const quiet = () => {
    if (section.current) focusHeadingBefore(section.current);
    notify(say('profile_offers_quiet'));
  };
  const [prompt] = useState(() => createMarketingPrompt(quiet));
  const state = useStore(prompt.$state);
  const answering = useStore(prompt.notNow.$state);
  if (state.kind !== 'ready' || !state.value.isDue) return null;
  return (
    <details className="fold ask" ref={section}>
      <summary>{say('profile_offers')}</summary>
      <p>{say('profile_offers_text')}</p>
      <div className="row">
        <a className="btn line" href={screenHref('profile-components-marketing')}>
          {say('profile_offers_choose')}
        </a>
        <button
          type="button"
          className="btn line"
          aria-disabled={answering === 'busy' || undefined}
          onClick={prompt.notNow.run}
        >
          {say('profile_offers_not_now')}
        </button>
      </div>
      <div role="alert">{answering === 'failed' && <p>{say('profile_offers_failed')}</p>}</div>
    </details>
  );
}
