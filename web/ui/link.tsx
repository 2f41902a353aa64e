import type { ComponentProps } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import styles from "./link.module.css";

/** A link in running text; `plain` keeps the text's own colour until it is hovered. */
export function TextLink({ plain, className, ...rest }: ComponentProps<typeof Link> & { plain?: boolean }) {
  return <Link {...rest} className={cx(styles.link, plain && styles.plain, className)} />;
}
