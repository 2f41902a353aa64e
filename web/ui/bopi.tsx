import { createElement, type ReactNode, useId } from "react";
import { type FigureOptions, figureTree } from "#domain/avatar/figure.ts";
import type { FigureNode } from "#domain/avatar/figure-node.ts";
import styles from "./bopi.module.css";
import { cx } from "./cx.ts";

/** Converts an SVG attribute name to a React prop: `stop-color` to `stopColor`, but not `data-part`. */
const propName = (name: string) =>
  name.startsWith("data-") ? name : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function draw({ tag, attrs, children }: FigureNode, key: number, extra: object = {}): ReactNode {
  const props = Object.fromEntries(Object.entries(attrs).map(([name, value]) => [propName(name), value]));
  return createElement(
    tag,
    { ...props, ...extra, key },
    ...children.map((child, index) => draw(child, index)),
  );
}

export interface BopiProps extends Omit<FigureOptions, "prefix" | "colors"> {
  colors?: FigureOptions["colors"] | undefined;
  /** Idle animation: breathing, looking around, waving. Off with `prefers-reduced-motion`. */
  alive?: boolean;
  className?: string | undefined;
}

/** A bopi as inline SVG, so its parts can move and change color. Decorative. */
export function Bopi({ alive, className, colors, ...options }: BopiProps) {
  const tree = figureTree({ ...options, ...(colors && { colors }), prefix: useId() });
  return draw(tree, 0, { className: cx(styles.bopi, alive && styles.alive, className), "aria-hidden": true });
}
