import { Play } from "lucide-react";
import { Link } from "react-router";
import { levelCardText } from "../text/level-card.ts";
import { playUrl } from "./play-url.ts";
import styles from "./round-play-link.module.css";

/** The Play button on a level card's picture. `data-play` lets the desktop client open it instead (watch-play-links.ts). */
export const RoundPlayLink = ({ level: { id, title } }: { level: { id: number; title: string } }) => (
  <Link className={styles.round} to={playUrl(id)} data-play={id} aria-label={levelCardText.play(title)}>
    <Play aria-hidden />
  </Link>
);
