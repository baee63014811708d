import type { ScreenProps } from '#client-area/screen.ts';
import type { Situation } from './situation.store.ts';
import type { CalculatorScreenTextKey } from './texts.ts';

export type CalculatorScreenProps = ScreenProps<CalculatorScreenTextKey>;

/** A state's view: what everybody knows, and what is known of this client. */
export interface StateProps extends CalculatorScreenProps {
  readonly situation: Situation;
  /** What is shown may be out of date: actions that move money are disabled. */
  readonly isStale: boolean;
}
