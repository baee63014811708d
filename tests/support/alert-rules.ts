import { readFileSync } from 'node:fs';

/** One alert of the sample rules. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly summary: string;
}

/** The rules of a file in the shape ours has: each with a name, an expression and a sentence. */
export function readAlertRules(file: string): AlertRule[] {
  const rule = /- alert: (\w+)\n +expr: (.+)\n +for: \w+\n +annotations:\n +summary: (.+)\n/g;
  const text = readFileSync(file, 'utf8');
  const rules = [...text.matchAll(rule)].map(([, alert = '', expr = '', summary = '']) => ({ alert, expr, summary }));
  if (rules.length !== text.split('- alert:').length - 1) throw new Error('a rule has another shape');
  return rules;
}

/** One series of a scrape: its value now and, of a counter, at the beginning of the range that is asked for. */
export interface Series {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  readonly before?: number;
}

const SECONDS = { m: 60, h: 3_600 } as const;
const TERM =
  /^(?<aggregate>sum|min|max)\((?:(?<range>rate|increase)\()?(?<name>\w+)(?:\{(?<selector>[^}]*)\})?(?:\[(?<count>\d+)(?<unit>[mh])\]\))?\)$/;

/**
 * Tells whether an alert's expression is true of a scrape: the part of PromQL that our alerts are written in. As in
 * Prometheus a comparison without series is never true, and neither is one that divides zero by zero.
 * @throws when the expression has something else in it, which this reader must be taught first
 */
export function isTrueOf(expression: string, scrape: readonly Series[]): boolean {
  const missing = /^absent\((?<name>\w+)\)$/.exec(expression)?.groups?.['name'];
  if (missing !== undefined) return scrape.every(({ name }) => name !== missing);
  const { left, sign, limit } = /^(?<left>.+) (?<sign>[<>]) (?<limit>[\d.]+)$/.exec(expression)?.groups ?? {};
  if (left === undefined) throw new Error(`not a comparison with a number: ${expression}`);
  const values = left.split(' / ').map((term) => resultOf(term, scrape));
  const [first, ...divisors] = values;
  if (first === undefined || divisors.includes(undefined)) return false;
  const value = divisors.reduce<number>((share, divisor) => share / (divisor as number), first);
  return sign === '>' ? value > Number(limit) : value < Number(limit);
}

function resultOf(term: string, scrape: readonly Series[]): number | undefined {
  const parts = TERM.exec(term)?.groups;
  if (!parts) throw new Error(`an expression that this reader does not know: ${term}`);
  const { aggregate, range, name, selector = '', count, unit } = parts;
  if ((range === undefined) !== (count === undefined)) throw new Error(`a range without a function for it: ${term}`);
  const matchers = selector === '' ? [] : selector.split(',').map(matcherOf);
  const series = scrape.filter((one) => one.name === name && matchers.every((matches) => matches(one.labels ?? {})));
  if (series.length === 0) return undefined;
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  const values = series.map(({ value, before = 0 }) => {
    if (range === undefined) return value;
    return range === 'increase' ? value - before : (value - before) / seconds;
  });
  if (aggregate === 'sum') return values.reduce((sum, value) => sum + value, 0);
  return aggregate === 'min' ? Math.min(...values) : Math.max(...values);
}

function matcherOf(matcher: string): (labels: Readonly<Record<string, string>>) => boolean {
  const { label, sign, text } = /^(?<label>\w+)(?<sign>=~?)"(?<text>[^"]*)"$/.exec(matcher)?.groups ?? {};
  if (label === undefined || text === undefined)
    throw new Error(`a selector that this reader does not know: ${matcher}`);
  // Prometheus anchors its patterns at both ends.
  const pattern = sign === '=~' ? new RegExp(`^(?:${text})$`) : undefined;
  return ({ [label]: value = '' }) => (pattern ? pattern.test(value) : value === text);
}
