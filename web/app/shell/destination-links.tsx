import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { type Destination, isAtDestination } from "../destinations.ts";
import { shellText } from "../text/shell.ts";

export interface DestinationLinksProps {
  destinations: readonly Destination[];
  /** CSS classes of the list and of its links. */
  className: string | undefined;
  linkClassName: string | undefined;
  /** Further links. */
  children?: ReactNode;
}

/** The main navigation as links; the current one is marked. */
export function DestinationLinks({
  destinations,
  className,
  linkClassName,
  children,
}: DestinationLinksProps) {
  const { pathname } = useLocation();
  return (
    <nav className={className} aria-label={shellText.main}>
      {destinations.map((destination) => {
        const { to, label, icon: Icon, optional } = destination;
        return (
          <Link
            key={to}
            to={to}
            className={linkClassName}
            aria-current={isAtDestination(pathname, destination) ? "page" : undefined}
            data-optional={optional}
          >
            <Icon aria-hidden />
            {label}
          </Link>
        );
      })}
      {children}
    </nav>
  );
}
