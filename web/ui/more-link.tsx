import { ArrowRight } from "lucide-react";
import { TextLink } from "./link.tsx";
import styles from "./more-link.module.css";

/** Leads from a part of a page to all that it shows some of. */
export function MoreLink({ to, label }: { to: string; label: string }) {
  return (
    <TextLink className={styles.more} to={to} plain>
      {label}
      <ArrowRight aria-hidden />
    </TextLink>
  );
}
