import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { $profile } from '#stores/profile.ts';
import { CompletedView } from '../parts/completed-view.tsx';
import type { CompletedReturningTextKey } from './texts.ts';

/** Another loan of a client who has paid one before. */
export function Screen(props: ScreenProps<CompletedReturningTextKey>) {
  const { say } = props;
  const name = useStore($profile)?.firstName;
  const title = name ? say('completed_returning_title', { name }) : say('completed_returning_title_plain');
  const more = say('completed_returning_level');
  return <CompletedView {...props} screen="application-completed-returning" title={title} more={more} />;
}
