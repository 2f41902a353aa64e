import { Search } from "lucide-react";
import { useLocation } from "react-router";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { FramePart } from "#web/ui/lazy-page.tsx";
import { barDestinations } from "../destinations.ts";
import { memberTools } from "../routes.tsx";
import { shellText } from "../text/shell.ts";
import { DestinationLinks } from "./destination-links.tsx";
import { Logo } from "./logo.tsx";
import { usePalette } from "./palette.tsx";
import styles from "./top-bar.module.css";

function SignLinks() {
  const { pathname, search } = useLocation();
  // Returns here after signing in. The front page is the default anyway.
  const next = pathname === "/" || pathname === "/login" || pathname === "/register" ? "" : pathname + search;
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  return (
    <div className={styles.signLinks}>
      <LinkButton to={`/login${query}`} variant="quiet" size="s">
        {shellText.signIn}
      </LinkButton>
      <LinkButton to={`/register${query}`} variant="primary" size="s">
        {shellText.signUp}
      </LinkButton>
    </div>
  );
}

/** The bar at the top of every page. */
export function TopBar() {
  const user = useUser();
  const palette = usePalette();
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <Logo />
        <DestinationLinks
          destinations={barDestinations(user !== null)}
          className={styles.nav}
          linkClassName={styles.link}
        />
        <span className={styles.gap} />
        <button type="button" className={styles.search} {...palette.trigger}>
          <Search aria-hidden />
          <span>{shellText.search}</span>
          <kbd className={styles.key} aria-hidden>
            /
          </kbd>
        </button>
        <span className={styles.small}>
          <IconButton icon={Search} label={shellText.search} {...palette.trigger} />
        </span>
        {user ? (
          <div className={styles.tools}>
            <FramePart page={memberTools} />
          </div>
        ) : (
          <SignLinks />
        )}
      </div>
      {palette.element}
    </header>
  );
}
