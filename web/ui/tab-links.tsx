import type { LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { compact } from "#web/lib/format.ts";
import styles from "./tabs.module.css";

/** Tabs that live in the address: links, so that Back and Ctrl-click work. */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly {
    to: string;
    label: string;
    icon?: LucideIcon;
    /** How much is in there; undefined until it is known. */
    count?: number | undefined;
    active: boolean;
  }[];
}) {
  return (
    <nav className={styles.list} aria-label={label}>
      {tabs.map(({ to, label: text, icon: Icon, count, active }) => (
        <Link className={styles.tab} to={to} aria-current={active ? "page" : undefined} key={to}>
          {Icon && <Icon aria-hidden />}
          {text}
          {count !== undefined && <span className={styles.count}>{compact(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
