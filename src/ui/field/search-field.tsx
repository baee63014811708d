import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { described, FieldFrame, type FieldProps } from './field-frame.tsx';

interface Suggestion {
  readonly value: string;
  readonly label: string;
  /** A detail to tell two of one name apart. */
  readonly detail: string;
}

interface Props extends FieldProps {
  /** The chosen value; empty until then. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The chosen one in words. */
  readonly shown: string | undefined;
  readonly find: (typed: string) => readonly Suggestion[];
  /** Finds the value that a person means who leaves the box without choosing. */
  readonly named: (typed: string) => string | undefined;
  /** Tells how many were found while the list is open, or why the list is empty. */
  readonly status: (count: number) => string;
}

/** The length from which typing is a search. */
const SHORTEST = 2;

/**
 * A box that finds what a long list would hide: the combobox of ARIA's guide. Arrows walk the list, Enter takes the
 * marked one, Escape closes it; leaving the box chooses nothing unless the typed words name one thing alone.
 */
export function SearchField({ value, onChange, shown, find, named, status, ...field }: Props) {
  /** Undefined while the box shows what was chosen. */
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const { id } = field;
  const isSearching = isOpen && typed !== undefined && typed.trim().length >= SHORTEST;
  const found = isSearching ? find(typed) : [];
  const at = Math.min(marked, found.length - 1);
  const hasList = found.length > 0;

  const write = (text: string) => {
    setTyped(text);
    setOpen(true);
    setMarked(0);
    if (value) onChange('');
  };
  const take = (chosen: string) => {
    onChange(chosen);
    setTyped(undefined);
    setOpen(false);
  };
  const leave = () => {
    setOpen(false);
    const meant = typed && named(typed);
    if (meant) take(meant);
  };
  const walk = (steps: number) => {
    setOpen(true);
    if (hasList) setMarked((at + steps + found.length) % found.length);
  };
  const chosen = found[at];
  const keys = new Map<string, (() => void) | false | undefined>([
    ['ArrowDown', () => walk(1)],
    ['ArrowUp', () => walk(-1)],
    ['Escape', isSearching && (() => setOpen(false))],
    ['Enter', chosen && (() => take(chosen.value))],
  ]);
  const press = (event: KeyboardEvent) => {
    const act = keys.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <FieldFrame {...field}>
      <input
        className="in"
        id={id}
        // Not the name of the field: what is shown here is a name, and the value a code.
        name={`${field.name}-search`}
        type="text"
        role="combobox"
        aria-expanded={hasList}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={hasList ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        value={typed ?? shown ?? ''}
        {...described(field)}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      <Found id={id} label={field.label} found={found} at={at} onTake={take} />
      <p className={isSearching && !hasList ? 'small mute' : 'sr'} role="status">
        {isSearching && status(found.length)}
      </p>
    </FieldFrame>
  );
}

interface FoundProps {
  readonly id: string;
  readonly label: string;
  readonly found: readonly Suggestion[];
  /** The index of the marked one. */
  readonly at: number;
  readonly onTake: (value: string) => void;
}

/** The search results; on a telephone they may lie behind the keyboard, so they come into view. */
function Found({ id, label, found, at, onTake }: FoundProps) {
  const list = useRef<HTMLDivElement>(null);
  const hasList = found.length > 0;
  useEffect(() => {
    if (hasList) list.current?.scrollIntoView?.({ block: 'nearest' });
  }, [hasList]);
  return (
    <div className="found" id={`${id}-list`} role="listbox" aria-label={label} ref={list} hidden={!hasList}>
      {found.map(({ value, label: name, detail }, index) => (
        // The box keeps the focus, and its keys do what a press of the pointer does.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(value)}
        >
          <span>{name}</span> <small>{detail}</small>
        </div>
      ))}
    </div>
  );
}
