import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { visiblePages } from "#domain/api/visible-pages.ts";
import { exact } from "#web/lib/format.ts";
import { controlsText } from "#web/text/controls.ts";
import { cx } from "./cx.ts";
import styles from "./pagination.module.css";

function Arrow({
  icon: Icon,
  label,
  to,
  off,
}: {
  icon: LucideIcon;
  label: string;
  to: string;
  off: boolean;
}) {
  if (off) {
    return (
      <span className={cx(styles.page, styles.off)} aria-hidden>
        <Icon />
      </span>
    );
  }
  return (
    <Link className={styles.page} to={to} aria-label={label}>
      <Icon aria-hidden />
    </Link>
  );
}

export interface PaginationProps {
  page: number;
  lastPage: number;
  /** Which pages to name, where the answer tells; "gap" where some are left out. */
  visible?: readonly (number | "gap")[] | undefined;
  /** The address of a page: `(n) => "?page=2"`. */
  hrefOf: (page: number) => string;
  /** Names the control where a page has several. */
  label?: string;
}

/** Links to a list's pages; nothing when there is only one. */
export function Pagination({
  page,
  lastPage,
  visible = visiblePages(page, lastPage),
  hrefOf,
  label = controlsText.pages,
}: PaginationProps) {
  if (lastPage <= 1) return null;
  return (
    <nav aria-label={label}>
      <ul className={styles.list}>
        <li>
          <Arrow icon={ChevronLeft} label={controlsText.previousPage} to={hrefOf(page - 1)} off={page <= 1} />
        </li>
        {visible.map((entry, index, all) =>
          entry === "gap" ? (
            <li key={`after-${all[index - 1]}`} className={styles.page} aria-hidden>
              …
            </li>
          ) : (
            <li key={entry}>
              <Link
                className={styles.page}
                to={hrefOf(entry)}
                aria-label={controlsText.page(entry)}
                aria-current={entry === page ? "page" : undefined}
              >
                {exact(entry)}
              </Link>
            </li>
          ),
        )}
        <li>
          <Arrow
            icon={ChevronRight}
            label={controlsText.nextPage}
            to={hrefOf(page + 1)}
            off={page >= lastPage}
          />
        </li>
      </ul>
    </nav>
  );
}
