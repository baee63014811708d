import type { ScreenProps } from '#client-area/screen.ts';
import css from './calculator.css?url';
import { ClientCalculator } from './client-calculator.tsx';
import type { CalculatorScreenTextKey } from './texts.ts';

export const styles = css;

/** `/calculator`, opened from another screen of the client area. */
export function Screen(props: ScreenProps<CalculatorScreenTextKey>) {
  const { say } = props;
  return (
    <div className="wrap page stack-l">
      <h1>{say('calculator_title')}</h1>
      <ClientCalculator {...props} />
    </div>
  );
}
