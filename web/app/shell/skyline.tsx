import { formatCount } from "#web/lib/format.ts";
import { useOnlineCount } from "#web/lib/online-count.ts";
import styles from "./skyline.module.css";
import { SKYLINE_WINDOWS, windowsPath } from "./skyline-windows.ts";

const skylineText = {
  online: (count: number) => `${formatCount(count, "person", "people")} online`,
} as const;

const HOUSES = "/static/city.svg#houses";
const FRAME = { viewBox: "0 45 1440 185", preserveAspectRatio: "xMidYMax slice" };
/** Lit windows while the number of people is unknown. */
const CALM = 9;

/** The city above the footer: as many windows are lit as people are online. */
export default function Skyline() {
  const online = useOnlineCount();
  const lit = online ?? CALM;
  return (
    <>
      <svg className={styles.far} {...FRAME} aria-hidden="true">
        <use href={HOUSES} />
      </svg>
      <svg className={styles.near} {...FRAME} aria-hidden="true">
        <use href={HOUSES} />
        <path className={styles.dark} d={windowsPath(SKYLINE_WINDOWS.slice(lit))} />
        <path className={styles.lit} d={windowsPath(SKYLINE_WINDOWS.slice(0, lit))} />
      </svg>
      {online ? <p className={styles.online}>{skylineText.online(online)}</p> : null}
    </>
  );
}
