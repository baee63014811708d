import { useState } from 'react';
import { useSite } from '#client-area/frame/site.ts';
import { stay } from '#client-area/proof/session-watch.ts';
import { openScreen } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { signOut } from '#stores/sign-out.ts';
import type { InactivityWarningTextKey } from './texts.ts';

/**
 * `/modals/inactivity-warning`: the modal's question as a page, with the same two answers. The modal itself opens above
 * any screen (proof/idle-warning.tsx).
 */
export function Screen({ say }: ScreenProps<InactivityWarningTextKey>) {
  const { publicSiteUrl } = useSite();
  const [problem, setProblem] = useState<Awaited<ReturnType<typeof stay>>>();
  const goBack = async () => {
    const failed = await stay();
    setProblem(failed);
    if (!failed) openScreen({ name: 'profile' });
  };
  return (
    <div className="wrap narrow page stack">
      <h1>{say('idle_title')}</h1>
      <p className="lead">{say('inactivity_lead')}</p>
      <p role="alert">{problem && say(problem)}</p>
      <div className="row">
        <button type="button" className="btn" onClick={goBack}>
          {say('inactivity_back')}
        </button>
        <button type="button" className="btn quiet" onClick={() => signOut(publicSiteUrl)}>
          {say('idle_leave')}
        </button>
      </div>
    </div>
  );
}
