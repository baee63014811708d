import type { ScreenProps } from '#client-area/screen.ts';
import { CompletedView } from './completed-view.tsx';
import type { CompletedScreenTextKey } from './texts.ts';

/** The client's first loan is signed. */
export function Screen(props: ScreenProps<CompletedScreenTextKey>) {
  return <CompletedView {...props} screen="application-completed" />;
}
