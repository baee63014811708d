import { formatPercent } from '#i18n/format.ts';
import type { ScreenProps } from '../screen.ts';
import type { ExplainTextKey } from './explain-texts.ts';
import { Opened } from './opened.tsx';

interface Props extends Pick<ScreenProps<ExplainTextKey>, 'say'> {
  readonly percent: number;
  /** How it is reckoned, with the client's own figures: a rate is no sum. */
  readonly words: string;
}

/** A yearly rate that opens in words how it comes about. */
export function ExplainedRate({ percent, words, say }: Props) {
  const figure = formatPercent(percent);
  return (
    <Opened figure={figure} shown={figure} say={say}>
      <p>{words}</p>
    </Opened>
  );
}
