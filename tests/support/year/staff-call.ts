import { asOperator } from '../payments/payments.ts';
import { type Company, note } from './company.ts';

/** Asks as a colleague, both where two are needed. What is refused is counted, and must be refused properly. */
export async function act(
  company: Company,
  name: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await asOperator(company, path, body);
  const said = (await answer.json()) as Record<string, unknown> & { readonly error?: { readonly code: string } };
  note(company, answer.ok ? name : `${name} ${answer.status} ${said.error?.code}`);
  if (answer.status === 400 || (answer.status >= 500 && !(answer.status === 503 && company.world.isDown))) {
    throw new Error(`${path} answers ${answer.status} ${JSON.stringify([said, body])}`);
  }
  return answer.ok ? said : {};
}

/** Everything of a list that one page holds. */
export async function listed<Row>(company: Company, path: string, name: string): Promise<readonly Row[]> {
  return ((await act(company, `list ${path.split('?')[0]}`, path))[name] ?? []) as readonly Row[];
}

/** Money that names nobody. */
export interface Unnamed {
  readonly id: string;
  readonly amount: number;
  readonly value_date: string;
  readonly description: string | null;
  readonly candidates: readonly { readonly owner: string }[];
}
