import { type ComponentProps, lazy, Suspense } from 'react';
import { loadUnasked } from '../data/load-unasked.ts';
import type { CodeStep, CodeValues } from './code-step.tsx';

const Loaded = lazy(() => import('./code-step.tsx').then((module) => ({ default: module.CodeStep<CodeValues> })));

/** The step of the code, loaded only when it comes, so that the first form of a visitor's page is light. */
export function LaterCodeStep(props: ComponentProps<typeof CodeStep<CodeValues>>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}

/** Loads the offer of passkeys, which nobody waits for. */
export const loadPasskeys = () => loadUnasked(() => import('./passkey-autofill.tsx'));
