import { Link, useLocation } from "react-router";
import { shellText } from "#web/text/shell.ts";
import { type Destination, isAt } from "../destinations.ts";

export interface PlacesProps {
  places: readonly Destination[];
  /** Class of the list and of each link in it. */
  className: string | undefined;
  linkClassName: string | undefined;
}

/** The site's main places as links; the one where one is says so. */
export function Places({ places, className, linkClassName }: PlacesProps) {
  const { pathname } = useLocation();
  return (
    <nav className={className} aria-label={shellText.main}>
      {places.map((place) => {
        const { to, label, icon: Icon } = place;
        return (
          <Link
            key={to}
            to={to}
            className={linkClassName}
            aria-current={isAt(pathname, place) ? "page" : undefined}
          >
            <Icon aria-hidden />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
