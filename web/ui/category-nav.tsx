import type { LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import styles from "./category-nav.module.css";
import { cx } from "./cx.ts";

export interface CategoryLink {
  id: string;
  label: string;
  icon: LucideIcon;
  to: string;
  active: boolean;
}

export interface CategoryNavProps {
  label: string;
  groups: readonly { heading?: string; links: readonly CategoryLink[] }[];
  className?: string | undefined;
}

/** Links to categories: a column beside the list, or a row that scrolls sideways on narrow screens. */
export function CategoryNav({ label, groups, className }: CategoryNavProps) {
  const row = useRef<HTMLDivElement>(null);
  const chosen = groups.flatMap(({ links }) => links).find(({ active }) => active)?.id;
  // Scrolls the row to the chosen category.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per choice
  useEffect(() => {
    const list = row.current;
    const link = list?.querySelector<HTMLElement>("[aria-current]");
    if (list && link) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }, [chosen]);
  return (
    <nav className={cx(styles.nav, className)} aria-label={label}>
      <div className={styles.groups} ref={row}>
        {groups.map(({ heading, links }) => (
          <div className={styles.group} key={heading ?? label}>
            {heading && <h2 className={styles.heading}>{heading}</h2>}
            <ul className={styles.list}>
              {links.map(({ id, label: text, icon: Icon, to, active }) => (
                <li key={id}>
                  <Link className={styles.category} to={to} aria-current={active ? "page" : undefined}>
                    <Icon aria-hidden />
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
