import type { ScreenProps } from '#client-area/screen.ts';
import { CompletedView } from '../completed/completed-view.tsx';
import type { CompletedReturningTextKey } from './texts.ts';

/** Another loan of a client who has paid one before. */
export function Screen(props: ScreenProps<CompletedReturningTextKey>) {
  return <CompletedView {...props} screen="application-completed-returning" />;
}
