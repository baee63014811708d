import type { createLendingApp } from '#server/lending/app.ts';
import type { Options } from '#tools/lender/command-line.ts';
import { runLender } from '#tools/lender.ts';
import { operatorClient } from '../people/operator.ts';

/** `npm run lender` of one colleague, with an application in this process: `lender('loan list', { format: 'csv' })`. */
export function lenderOf(lending: { readonly app: ReturnType<typeof createLendingApp> }, name = 'Ana') {
  const client = operatorClient(() => lending.app, name);
  return (command: string, options: Options = {}) => runLender(client, command.split(' '), options);
}
