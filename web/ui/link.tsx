import type { ComponentProps } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import styles from "./link.module.css";
import target from "./target.module.css";

export interface TextLinkProps extends ComponentProps<typeof Link> {
  /** Keeps the text's own colour until it is hovered. */
  plain?: boolean;
  /** Stands outside of a sentence, so its target is as large as a finger. */
  alone?: boolean;
}

/** A link in running text, or alone. */
export function TextLink({ plain, alone, className, ...rest }: TextLinkProps) {
  const look = cx(styles.link, plain && styles.plain, alone && target.target, className);
  return <Link {...rest} className={look} />;
}
