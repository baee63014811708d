import { formatPercent } from '#i18n/format.ts';
import type { ScreenProps } from '../screen.ts';
import type { ExplainTextKey } from './explain-texts.ts';
import { Opened } from './opened.tsx';

interface Props extends Pick<ScreenProps<ExplainTextKey>, 'say'> {
  readonly percent: number;
  /** Its calculation in words, because a rate is not a sum of terms. */
  readonly words: string;
}

/** A yearly rate that opens an explanation. */
export function ExplainedRate({ percent, words, say }: Props) {
  const figure = formatPercent(percent);
  return (
    <Opened figure={figure} shown={figure} say={say}>
      <p>{words}</p>
    </Opened>
  );
}
