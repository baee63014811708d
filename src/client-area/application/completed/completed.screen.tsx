import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $profile } from '#stores/profile.ts';
import { CompletedView } from '../parts/completed-view.tsx';
import type { CompletedScreenTextKey } from './texts.ts';

/** The client's first loan is signed. */
export function Screen(props: ScreenProps<CompletedScreenTextKey>) {
  const name = useStore($profile)?.firstName;
  const title = name ? props.say('completed_title_name', { name }) : props.say('completed_title');
  return <CompletedView {...props} screen="application-completed" title={title} />;
}
