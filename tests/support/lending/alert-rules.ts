import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
export interface Point {
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

/** The points of the figures that an expression names. */
export function figuresOf(expr: string, points: readonly Point[]): Point[] {
  const names = new Set(expr.match(/\bmanay_\w+/g));
  return points.filter(({ name }) => names.has(name));
}

export const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

/** Whether Prometheus' own tool finds that an expression holds at the second of two scrapes, five minutes apart. */
export function holdsInPrometheus(expr: string, before: readonly Point[], after: readonly Point[]): boolean {
  const seriesOf = ({ name, labels }: Point) =>
    `${name}{${Object.entries(labels).map(([key, value]) => `${key}=${JSON.stringify(value)}`)}}`;
  const earlier = new Map(before.map((point) => [seriesOf(point), point.value]));
  const tests = {
    evaluation_interval: '1m',
    tests: [
      {
        interval: '5m',
        input_series: after.map((point) => ({
          series: seriesOf(point),
          values: `${earlier.get(seriesOf(point)) ?? 0} ${point.value}`,
        })),
        promql_expr_test: [{ expr: `count(${expr})`, eval_time: '5m', exp_samples: [{ labels: '{}', value: 1 }] }],
      },
    ],
  };
  const folder = mkdtempSync(join(tmpdir(), 'manay-promtool-'));
  try {
    const file = join(folder, 'tests.json');
    writeFileSync(file, JSON.stringify(tests));
    return spawnSync('promtool', ['test', 'rules', file]).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
