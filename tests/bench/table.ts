export type Row = Readonly<Record<string, string | number>>;

/** A table as Markdown: it reads well in a terminal and in a file. */
export function printTable(title: string, rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, k) => Math.max(...cells.map((line) => (line[k] ?? '').length)));
  const print = (line: readonly string[]): string =>
    `| ${line.map((cell, k) => cell.padEnd(widths[k] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [`## ${title}`, '', print(head), rule, ...body.map(print), ''].join('\n');
}

/** The value that so many percent of all do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** The middle value; of an even count, the lower middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
