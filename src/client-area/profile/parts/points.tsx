import { Icon } from '#ui/icon/icon.tsx';

/** Facts one below the other, each with its sign. */
export function Points({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className="points">
      {items.map((item) => (
        <li key={item}>
          <Icon name="check" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
