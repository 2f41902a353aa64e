import { Eye, Ghost, type LucideIcon } from "lucide-react";
import { ghostUrl } from "#web/components/play/ghost-url.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import styles from "./clears.module.css";
import { clearsText as text } from "./text/clears.ts";

interface RunLinksProps {
  levelId: number;
  /** Null if the run has no recording. */
  runId: number | null;
  username: string;
  /** Buttons with words, where there is room for them. */
  large?: boolean;
}

interface RunLinkProps {
  icon: LucideIcon;
  to: string;
  word: string;
  label: string;
}

const LargeLink = ({ icon, to, word, label }: RunLinkProps) => (
  <LinkButton size="s" icon={icon} to={to} aria-label={label} className={styles.large}>
    <span className={styles.word}>{word}</span>
  </LinkButton>
);

/** Links to watch a recorded run, and to race it. */
export function RunLinks({ levelId, runId, username, large = false }: RunLinksProps) {
  if (runId === null) return null;
  const watch = { icon: Eye, to: ghostUrl(levelId, runId), label: text.watch(username) };
  const race = { icon: Ghost, to: ghostUrl(levelId, runId, true), label: text.race(username) };
  return large ? (
    <>
      <LargeLink {...watch} word={text.watchWord} />
      <LargeLink {...race} word={text.raceWord} />
    </>
  ) : (
    <>
      <IconLink {...watch} />
      <IconLink {...race} />
    </>
  );
}
