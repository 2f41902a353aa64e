import { House } from "lucide-react";
import { shellText } from "#web/text/shell.ts";
import { DESTINATIONS, type Destination } from "../destinations.ts";
import { DestinationLinks } from "./destination-links.tsx";
import styles from "./dock.module.css";

const HOME: Destination = { to: "/", label: shellText.home, icon: House };
const DOCK_DESTINATIONS = [HOME, ...DESTINATIONS];

/** The main navigation at the bottom of the screen on phones. */
export function Dock() {
  return (
    <DestinationLinks destinations={DOCK_DESTINATIONS} className={styles.dock} linkClassName={styles.link} />
  );
}
