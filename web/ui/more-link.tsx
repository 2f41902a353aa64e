import { ArrowRight } from "lucide-react";
import { TextLink } from "./link.tsx";
import styles from "./more-link.module.css";

/** A link from a section to the full list. */
export function MoreLink({ to, label }: { to: string; label: string }) {
  return (
    <TextLink className={styles.more} to={to} plain>
      {label}
      <ArrowRight aria-hidden />
    </TextLink>
  );
}
