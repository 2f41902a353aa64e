import { useUser } from "#web/lib/user.ts";
import { FramePart } from "#web/ui/lazy-page.tsx";
import { dockDestinations } from "../destinations.ts";
import { memberDock } from "../routes.tsx";
import { DestinationLinks } from "./destination-links.tsx";
import styles from "./dock.module.css";

/** The main navigation at the bottom of the screen on phones: the five places people go to most. */
export function Dock() {
  const isMember = useUser() !== null;
  return (
    <DestinationLinks
      destinations={dockDestinations(isMember)}
      className={styles.dock}
      linkClassName={styles.link}
    >
      {isMember && <FramePart page={memberDock} />}
    </DestinationLinks>
  );
}
