import { House } from "lucide-react";
import { Link, useLocation } from "react-router";
import { shellText } from "#web/text/shell.ts";
import { DESTINATIONS, type Destination, isAt } from "../destinations.ts";
import styles from "./dock.module.css";

const HOME: Destination = { to: "/", label: shellText.home, icon: House };

/** The same places as the bar above, under a phone's thumb. */
export function Dock() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.dock} aria-label={shellText.main}>
      {[HOME, ...DESTINATIONS].map((destination) => {
        const { to, label, icon: Icon, document } = destination;
        return (
          <Link
            key={to}
            to={to}
            className={styles.place}
            reloadDocument={document ?? false}
            aria-current={isAt(pathname, destination) ? "page" : undefined}
          >
            <Icon aria-hidden />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
