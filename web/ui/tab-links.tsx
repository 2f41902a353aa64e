import type { LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { formatCompact } from "#web/lib/format.ts";
import styles from "./tabs.module.css";

interface TabLink {
  to: string;
  label: string;
  icon?: LucideIcon;
  /** The number of entries; undefined until it is known. */
  count?: number | undefined;
  active: boolean;
}

/** Tabs that are links with their own URLs, so Back and Ctrl-click work. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const list = useRef<HTMLElement>(null);
  const current = tabs.find(({ active }) => active)?.to;
  // Scrolls the current tab into view on narrow screens. After the paint, whose layout it would otherwise force.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per tab change
  useEffect(() => {
    const tab = list.current?.querySelector("[aria-current]")?.getBoundingClientRect();
    const box = list.current?.getBoundingClientRect();
    if (tab && box && tab.right > box.right) list.current?.scrollBy(tab.right - box.right, 0);
  }, [current]);
  return (
    <nav className={styles.list} aria-label={label} ref={list}>
      {tabs.map(({ to, label: text, icon: Icon, count, active }) => (
        <Link className={styles.tab} to={to} aria-current={active ? "page" : undefined} key={to}>
          {Icon && <Icon aria-hidden />}
          {text}
          {count !== undefined && <span className={styles.count}>{formatCompact(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
