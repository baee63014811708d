import { uncaughtErrorCount } from './uncaught-errors.ts';

/** Figures of one name, in Prometheus' text format. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string | number>>;
  /** Of a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/** A figure without labels. */
export function gauge(name: string, help: string, value: number): Figure {
  return { name, help, type: 'gauge', samples: [{ value }] };
}

/** The errors that nobody caught, of this process. */
export function uncaughtErrors(): Figure {
  return {
    name: 'manay_uncaught_errors_total',
    help: 'Errors that were thrown where nobody catches them, since this process started',
    type: 'counter',
    samples: [{ value: uncaughtErrorCount() }],
  };
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Prometheus' text format, version 0.0.4. */
export function metricsText(figures: readonly Figure[]): string {
  return figures
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ value, labels, suffix = '' }) => `${name}${suffix}${labelsText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function labelsText(labels: Sample['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The path as registered, `/api/v1/payments/:id`: values of parameters are not counted apart. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface RequestMetrics {
  note(request: AnsweredRequest): void;
  read(): readonly Figure[];
}

/** Upper bounds in seconds: from an answer out of memory to the longest wait for the database. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

interface Counts {
  readonly labels: Readonly<Record<string, string>>;
  readonly byStatus: Map<string, number>;
  readonly buckets: number[];
  count: number;
  seconds: number;
}

/** Counts the requests of one process since it started, by route. */
export function createRequestMetrics(): RequestMetrics {
  const routes = new Map<string, Counts>();
  return {
    note({ method, route, status, seconds }) {
      const key = `${method} ${route}`;
      const counts = routes.get(key) ?? {
        labels: { method, route },
        byStatus: new Map<string, number>(),
        buckets: BUCKETS.map(() => 0),
        count: 0,
        seconds: 0,
      };
      routes.set(key, counts);
      const statusClass = status === 499 ? '499' : `${Math.floor(status / 100)}xx`;
      counts.byStatus.set(statusClass, (counts.byStatus.get(statusClass) ?? 0) + 1);
      counts.count += 1;
      counts.seconds += seconds;
      // Cumulative: a bucket has all that took no longer than its bound.
      BUCKETS.forEach((bound, index) => {
        if (seconds <= bound) counts.buckets[index] = (counts.buckets[index] ?? 0) + 1;
      });
    },
    read() {
      const all = [...routes.values()];
      return [
        {
          name: 'manay_requests_total',
          help: 'Requests answered, by route and class of status',
          type: 'counter',
          samples: all.flatMap(({ labels, byStatus }) =>
            [...byStatus].map(([status, value]) => ({ labels: { ...labels, status }, value })),
          ),
        },
        {
          name: 'manay_request_seconds',
          help: 'How long the answers took, by route',
          type: 'histogram',
          samples: all.flatMap(({ labels, buckets, count, seconds }) => [
            ...buckets.map((value, index) => ({
              suffix: '_bucket' as const,
              labels: { ...labels, le: BUCKETS[index] ?? 0 },
              value,
            })),
            { suffix: '_bucket' as const, labels: { ...labels, le: '+Inf' }, value: count },
            { suffix: '_sum' as const, labels, value: seconds },
            { suffix: '_count' as const, labels, value: count },
          ]),
        },
      ];
    },
  };
}
