import type { ElementType, ReactNode } from 'react';
import { Fragment, jsxs as makeAll, jsx as makeOne } from 'react/jsx-runtime';
import { translateOf } from './translate-of.ts';

export { Fragment };

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

/**
 * React's JSX runtime, in which each text beside something else has an element of its own (`.config/own-text.mjs`). A
 * browser's translator puts elements around text nodes, so React would go on writing to a node that is not in the page:
 * an old amount would stay, and `insertBefore` and `removeChild` would throw. An element is always found again. Text
 * without words (an amount, a date, a code) is not translated.
 */
export function jsx(type: ElementType, props: Props, key?: string) {
  const own = apart(type, props);
  return (Array.isArray(own.children) ? makeAll : makeOne)(type, own, key);
}

export { jsx as jsxDEV, jsx as jsxs };

function apart(type: ElementType, props: Props): Props {
  const isFragment = (type as unknown) === Fragment;
  if (typeof type !== 'string' && !isFragment) return props;
  const list = joined(props.children);
  const [only, ...more] = list.filter((child) => !isNothing(child));
  if (isText(only) && more.length === 0 && !isFragment)
    return { translate: translateOf(only), ...props, children: only };
  return list.some((child) => isText(child) || Array.isArray(child)) ? { ...props, children: list.map(inOwn) } : props;
}

/** Joins neighbouring texts into one, at the place of the first. */
function joined(children: ReactNode): ReactNode[] {
  const list = Array.isArray(children) ? [...children] : [children];
  let first: number | undefined;
  list.forEach((child, index) => {
    if (isText(child) && first !== undefined) {
      list[first] += String(child);
      list[index] = null;
    } else if (isText(child)) first = index;
    else if (!isNothing(child)) first = undefined;
  });
  return list;
}

function inOwn(child: ReactNode, index: number): ReactNode {
  if (Array.isArray(child)) return joined(child).map(inOwn);
  return isText(child) ? makeOne('bdi', { translate: translateOf(child), children: child }, `text${index}`) : child;
}

function isText(child: ReactNode): child is string | number {
  return (typeof child === 'string' && child !== '') || typeof child === 'number';
}

function isNothing(child: ReactNode): boolean {
  return (!child && child !== 0) || child === true;
}
