import type { ScreenProps } from '#client-area/screen.ts';
import { localePath } from '#i18n/locale.ts';
import { EmptyStateLink } from '#ui/empty-state/empty-state.tsx';
import type { NoneTextKey } from './step-texts.ts';

/** A message for a client without an application, with a link to the calculator. */
export function NoApplication({ say, locale }: Pick<ScreenProps<NoneTextKey>, 'say' | 'locale'>) {
  return (
    <EmptyStateLink
      title={say('none_title')}
      text={say('none_text')}
      href={localePath(locale, 'calculator')}
      label={say('outcome_calculate')}
    />
  );
}
