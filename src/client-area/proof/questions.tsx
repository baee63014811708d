import { useEffect } from 'react';
import { $idle, noteFullAssurance } from '#stores/idle.ts';
import { $proofRequest } from '#stores/reauth.ts';
import { $accessToken } from '#stores/session.ts';
import { signOut } from '#stores/sign-out.ts';
import { clearNotice } from '../frame/notice.ts';
import { $isLocked } from '../frame/private-view.tsx';
import { useSite } from '../frame/site.ts';
import type { ScreenProps } from '../screen.ts';
import { useStore } from '../use-store.ts';
import { IdleWarning } from './idle-warning.tsx';
import { ProofModal } from './proof-modal.tsx';
import { stay } from './session-watch.ts';

/** The questions above any screen: whether the client is still there, and the proof of identity. One at a time. */
export function Questions({ say, sayError }: Pick<ScreenProps, 'say' | 'sayError'>) {
  const idle = useStore($idle);
  const proof = useStore($proofRequest);
  const { publicSiteUrl } = useSite();
  // After the timeout passers-by must not be able to read anything of the client.
  const isOver = idle.kind === 'over';
  useEffect(() => {
    if (!isOver) return unlock();
    $isLocked.set(true);
    clearNotice();
    return unlock;
  }, [isOver]);

  const leave = () => signOut(publicSiteUrl);
  if (proof) {
    const done = () => {
      noteFullAssurance();
      proof.answer(true);
    };
    const cancel = isOver ? leave : () => proof.answer(false);
    return (
      <ProofModal reauth={proof.reauth} act={proof.act} say={say} sayError={sayError} onDone={done} onCancel={cancel} />
    );
  }
  if (idle.kind !== 'warning') return null;
  return <IdleWarning say={say} endsAtMs={idle.endsAtMs} onStay={stay} onLeave={leave} />;
}

/** Unlocks the screen, unless the session has ended: then it stays locked until the next page is there. */
function unlock(): void {
  if ($accessToken.get()) $isLocked.set(false);
}
