import { House } from "lucide-react";
import { shellText } from "#web/text/shell.ts";
import { DESTINATIONS, type Destination } from "../destinations.ts";
import styles from "./dock.module.css";
import { Places } from "./places.tsx";

const HOME: Destination = { to: "/", label: shellText.home, icon: House };
const PLACES = [HOME, ...DESTINATIONS];

/** The same places as the bar above, under a phone's thumb. */
export function Dock() {
  return <Places places={PLACES} className={styles.dock} linkClassName={styles.place} />;
}
