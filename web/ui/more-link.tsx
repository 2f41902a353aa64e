import { ArrowRight } from "lucide-react";
import { TextLink, type TextLinkProps } from "./link.tsx";
import styles from "./more-link.module.css";

/** A link from a section to the full list. */
export function MoreLink({ label, ...link }: Pick<TextLinkProps, "to" | "onClick"> & { label: string }) {
  return (
    <TextLink {...link} className={styles.more} plain>
      {label}
      <ArrowRight aria-hidden />
    </TextLink>
  );
}
