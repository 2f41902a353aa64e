import type { LucideIcon } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
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
  const list = useRef<HTMLElement>(null);
  const current = tabs.find(({ active }) => active)?.to;
  // On a narrow screen the list scrolls: the tab that one is on is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tab that one comes to
  useLayoutEffect(() => {
    const tab = list.current?.querySelector("[aria-current]")?.getBoundingClientRect();
    const room = list.current?.getBoundingClientRect();
    if (tab && room && tab.right > room.right) list.current?.scrollBy(tab.right - room.right, 0);
  }, [current]);
  return (
    <nav className={styles.list} aria-label={label} ref={list}>
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
