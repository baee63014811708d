import type { ScreenProps } from '#client-area/screen.ts';
import { localePath } from '#i18n/locale.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import type { NoneTextKey } from './step-texts.ts';

/** Nobody has applied: one fact, and where to begin. */
export function NoApplication({ say, locale }: Pick<ScreenProps<NoneTextKey>, 'say' | 'locale'>) {
  return (
    <EmptyState title={say('none_title')}>
      <p>{say('none_text')}</p>
      <p>
        <a className="btn line" href={localePath(locale, 'calculator')}>
          {say('outcome_calculate')}
        </a>
      </p>
    </EmptyState>
  );
}
