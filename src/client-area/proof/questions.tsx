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

/** What may be asked above any screen: whether somebody is still there, and who they are. One at a time. */
export function Questions({ say, sayError }: Pick<ScreenProps, 'say' | 'sayError'>) {
  const idle = useStore($idle);
  const proof = useStore($proofRequest);
  const { publicSiteUrl } = useSite();
  // When the time is up nobody who passes by may read on.
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
