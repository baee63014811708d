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

/** One line of a scrape. */
interface Point {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The lines of Prometheus' text format; throws for anything that is none. */
export function readScrape(text: string): Point[] {
  const typed = new Set<string>();
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, typedName] = /^# TYPE (\w+) (?:gauge|counter|histogram)$/.exec(line) ?? [];
      if (typedName !== undefined) {
        if (typed.has(typedName)) throw new Error(`${typedName} is described twice`);
        typed.add(typedName);
      }
      if (/^# (?:TYPE|HELP) \w+ ./.test(line)) return [];
      const [, name = '', labels = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (!typed.has(name.replace(/_(?:bucket|sum|count)$/, '')) && !typed.has(name))
        throw new Error(`what is: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', word = '']) => [key, word]);
      return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
    });
}

const EXPRESSION = /^(.+?) (<|>) ([\d.]+)$/;
const AGGREGATE = /^(min|max|sum)\((rate\()?(\w+)(?:\{([^}]*)\})?(?:\[5m\]\))?\)$/;

/**
 * Whether an expression of the sample rules holds after a second scrape: aggregates of gauges, and of rates since the
 * first scrape, one of them or two divided, against a number. Prometheus itself is not at hand where the tests run.
 */
export function holds(expr: string, before: readonly Point[], after: readonly Point[]): boolean {
  const [, left = '', sign, bound] = EXPRESSION.exec(expr) ?? [];
  if (bound === undefined) throw new Error(`not understood: ${expr}`);
  const [value, divisor = 1] = left.split(' / ').map((part) => aggregate(part, before, after));
  // No series, or nothing to divide by: no alert.
  if (value === undefined || divisor === 0) return false;
  return sign === '>' ? value / divisor > Number(bound) : value / divisor < Number(bound);
}

function aggregate(text: string, before: readonly Point[], after: readonly Point[]): number | undefined {
  const [, how, rate, name = '', matchers = ''] = AGGREGATE.exec(text) ?? [];
  if (how === undefined) throw new Error(`not understood: ${text}`);
  const wanted = [...matchers.matchAll(/(\w+)(=~?)"([^"]*)"/g)];
  const matches = ({ labels, ...point }: Point): boolean =>
    point.name === name &&
    wanted.every(([, label = '', sign, word = '']) =>
      sign === '=' ? labels[label] === word : new RegExp(`^(?:${word})$`).test(labels[label] ?? ''),
    );
  const values = after.filter(matches).map((point) => {
    const earlier = before.find(
      (each) => matches(each) && JSON.stringify(each.labels) === JSON.stringify(point.labels),
    );
    return rate ? point.value - (earlier?.value ?? 0) : point.value;
  });
  if (how === 'sum') return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
  return values.length === 0 ? undefined : Math[how as 'min' | 'max'](...values);
}
