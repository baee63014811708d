/**
 * In the card's own script, what JSX becomes: what draw.ts reads of a React element, and no more. React's own runtime is
 * a module of another kind (CommonJS), which would bring the bundler's helpers for it.
 */
export const Fragment = Symbol('Fragment');
export const jsx = (type: unknown, props: unknown) => ({ type, props });
export { jsx as jsxs };
