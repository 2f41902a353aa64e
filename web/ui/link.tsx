import type { ComponentProps } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import styles from "./link.module.css";
import target from "./target.module.css";

export interface TextLinkProps extends ComponentProps<typeof Link> {
  /** Has the color of the surrounding text until it is hovered. */
  plain?: boolean;
  /** Not within a sentence, so it gets a finger-sized target. */
  standalone?: boolean;
}

/** A link in running text or on its own. */
export function TextLink({ plain, standalone, className, ...rest }: TextLinkProps) {
  const classes = cx(styles.link, plain && styles.plain, standalone && target.target, className);
  return <Link {...rest} className={classes} />;
}
