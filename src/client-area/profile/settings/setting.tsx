import type { ReactNode } from 'react';

interface SettingProps {
  /** The id of the name, which labels the part that the row opens. */
  readonly id: string;
  readonly name: string;
  /** The current value. */
  readonly value?: ReactNode;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A setting as a row that opens; only one of all is open at a time: the one that the address names, before any other. */
export function Setting({ id, name, value, isOpen, children }: SettingProps) {
  const named = globalThis.location?.hash.slice(1) ?? '';
  const opens = named === '' || named.startsWith('part-') ? isOpen : named === id;
  return (
    <details className="setting fold" name="setting" open={opens || undefined}>
      <summary>
        <span className="setting-name" id={id}>
          {name}
        </span>
        <span className="setting-value">{value}</span>
      </summary>
      <section className="stack" aria-labelledby={id}>
        {children}
      </section>
    </details>
  );
}

/** Moves the focus to the name of a row, because the button that was pressed goes with its line. */
export function focusSetting(id: string): void {
  document.getElementById(id)?.closest('summary')?.focus();
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** One of the parts of the settings: its rows in one card. */
export function SettingsPart({ id, title, children }: PartProps) {
  return (
    <section className="stack-s" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      <div className="card settings">{children}</div>
    </section>
  );
}

/** A fact with the page that changes it. */
export function SettingLink({
  name,
  value,
  href,
  label,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly href?: string;
  readonly label?: string;
}) {
  return (
    <div className="setting still">
      <span className="setting-name">{name}</span>
      <span className="setting-value">{value}</span>
      {href && (
        <a className="tapl small" href={href}>
          {label}
        </a>
      )}
    </div>
  );
}
