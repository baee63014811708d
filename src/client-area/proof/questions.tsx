import { useEffect } from 'react';
import { $idle, noteFullAssurance } from '#stores/idle.ts';
import { $proofRequest } from '#stores/reauth.ts';
import { signOut } from '#stores/sign-out.ts';
import type { ScreenProps } from '../screen.ts';
import { useSite } from '../site.ts';
import { useStore } from '../use-store.ts';
import { IdleWarning } from './idle-warning.tsx';
import { ProofModal } from './proof-modal.tsx';
import { touch } from './session-watch.ts';

/** Questions above any screen: whether the client is still there, and the proof of identity. One at a time. */
export function Questions({ say, sayError }: Pick<ScreenProps, 'say' | 'sayError'>) {
  const idle = useStore($idle);
  const proof = useStore($proofRequest);
  const { publicSiteUrl } = useSite();
  // After the timeout passers-by must not be able to read the screen.
  const isOver = idle.kind === 'over';
  useEffect(() => {
    document.documentElement.classList.toggle('locked', isOver);
  }, [isOver]);

  const leave = () => signOut(publicSiteUrl);
  if (proof) {
    const done = () => {
      noteFullAssurance();
      proof.answer(true);
    };
    const cancel = isOver ? leave : () => proof.answer(false);
    return <ProofModal reauth={proof.reauth} say={say} sayError={sayError} onDone={done} onCancel={cancel} />;
  }
  if (idle.kind !== 'warning') return null;
  return <IdleWarning say={say} endsAtMs={idle.endsAtMs} onStay={stay} onLeave={leave} />;
}

async function stay(): Promise<void> {
  if (await touch()) noteFullAssurance();
}
