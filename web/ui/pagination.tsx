import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import type { PageMeta } from "#domain/api/response.ts";
import { visiblePages } from "#domain/api/visible-pages.ts";
import { formatNumber } from "#web/lib/format.ts";
import { cx } from "./cx.ts";
import styles from "./pagination.module.css";
import { controlsText } from "./text/controls.ts";

function Arrow(props: { icon: LucideIcon; label: string; to: string; disabled: boolean }) {
  const { icon: Icon, label, to, disabled } = props;
  if (disabled) {
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
  /** Undefined while the first page loads. */
  meta: Pick<PageMeta, "last_page"> | undefined;
  /** Page numbers to show, if the response has them; "gap" for skipped ones. */
  visible?: readonly (number | "gap")[] | undefined;
  /** Returns a page's URL. Defaults to one with the page alone. */
  hrefOf?: (page: number) => string;
  /** Names the control, needed if the page has several. */
  label?: string;
}

/** The URL of a page, if that is all it says. */
export const pageHref = (page: number): string => (page > 1 ? `?page=${page}` : "?");

/** Links to a list's pages. Renders nothing if there is only one. */
export function Pagination({
  page,
  meta: { last_page: lastPage } = { last_page: 1 },
  visible = visiblePages(page, lastPage),
  hrefOf = pageHref,
  label = controlsText.pages,
}: PaginationProps) {
  if (lastPage <= 1) return null;
  return (
    <nav aria-label={label}>
      <ul className={styles.list}>
        <li>
          <Arrow
            icon={ChevronLeft}
            label={controlsText.previousPage}
            to={hrefOf(page - 1)}
            disabled={page <= 1}
          />
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
                {formatNumber(entry)}
              </Link>
            </li>
          ),
        )}
        <li>
          <Arrow
            icon={ChevronRight}
            label={controlsText.nextPage}
            to={hrefOf(page + 1)}
            disabled={page >= lastPage}
          />
        </li>
      </ul>
    </nav>
  );
}
