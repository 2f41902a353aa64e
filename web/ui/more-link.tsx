import { ArrowRight } from "lucide-react";
import { TextLink } from "./link.tsx";
import styles from "./more-link.module.css";

/** A link from a section to the full list. */
export function MoreLink({
  to,
  label,
  onClick,
}: {
  to: string;
  label: string;
  onClick?: (() => void) | undefined;
}) {
  return (
    <TextLink className={styles.more} to={to} onClick={onClick} plain>
      {label}
      <ArrowRight aria-hidden />
    </TextLink>
  );
}
